package io.gpuaas.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Describes the columns of a table. JSON and YAML output is not affected. */
public record Table<T>(List<Column<T>> columns) {

    record Column<T>(String heading, Function<T, @Nullable Object> value) {}

    public Table {
        columns = List.copyOf(columns);
    }

    public static <T> Table<T> of(String heading, Function<T, @Nullable Object> value) {
        return new Table<T>(List.of()).and(heading, value);
    }

    public Table<T> and(String heading, Function<T, @Nullable Object> value) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(new Column<>(heading, value));
        return new Table<>(more);
    }
}
