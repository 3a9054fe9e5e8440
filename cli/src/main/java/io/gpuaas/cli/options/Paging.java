package io.gpuaas.cli.options;

import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.output.Table;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options that limit the length of a listing. */
public final class Paging {

    private static final int LIMIT_DEFAULT = 100;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of items to show (default: " + LIMIT_DEFAULT + ").")
    int limit = LIMIT_DEFAULT;

    @Option(names = "--all", description = "Show all items.")
    boolean all;

    public <T> void print(Output output, Function<PageRequest, ? extends Page<T>> list, String... columns) {
        print(output, list, items -> output.list(items, columns));
    }

    /** Prints a listing with a table of its own, for items that are not readable as they are. */
    public <T> void print(Output output, Function<PageRequest, ? extends Page<T>> list, Table<T> table) {
        print(output, list, items -> output.list(items, table));
    }

    private <T> void print(
            Output output, Function<PageRequest, ? extends Page<T>> list, Consumer<Iterator<T>> printed) {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit must be at least 1");
        }
        int pageSize = all ? PageRequest.LIMIT_MAX : Math.min(limit, PageRequest.LIMIT_MAX);
        Iterator<T> items = Page.all(PageRequest.ofSize(pageSize), list).iterator();
        printed.accept(all ? items : first(limit, items));
        if (!all && items.hasNext()) {
            output.note("More items exist; show them with --limit N or --all.");
        }
    }

    private static <T> Iterator<T> first(int limit, Iterator<T> items) {
        return new Iterator<>() {
            private int left = limit;

            @Override
            public boolean hasNext() {
                return left > 0 && items.hasNext();
            }

            @Override
            public T next() {
                left--;
                return items.next();
            }
        };
    }
}
