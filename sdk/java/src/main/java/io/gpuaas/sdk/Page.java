package io.gpuaas.sdk;

import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A part of a listing. */
public interface Page<T> {

    List<T> items();

    /** Null on the last page. */
    @Nullable String nextCursor();

    /**
     * Every item of a listing, fetched page by page as the stream is read:
     * {@code Page.all(PageRequest.first(), client.identity()::listTenants)}.
     */
    static <T> Stream<T> all(PageRequest first, Function<PageRequest, ? extends Page<T>> list) {
        var items = Spliterators.spliteratorUnknownSize(new Listing<>(first, list), Spliterator.ORDERED);
        return StreamSupport.stream(items, false);
    }
}
