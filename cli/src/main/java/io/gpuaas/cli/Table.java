package io.gpuaas.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How people see a listing: a heading for each column, and what stands in it. Programs get the items as they are. */
record Table<T>(List<Column<T>> columns) {

    record Column<T>(String heading, Function<T, @Nullable Object> value) {}

    Table {
        columns = List.copyOf(columns);
    }

    static <T> Table<T> of(String heading, Function<T, @Nullable Object> value) {
        return new Table<T>(List.of()).and(heading, value);
    }

    Table<T> and(String heading, Function<T, @Nullable Object> value) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(new Column<>(heading, value));
        return new Table<>(more);
    }
}
