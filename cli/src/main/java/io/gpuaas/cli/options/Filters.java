package io.gpuaas.cli.options;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Narrows the filter of a listing by those options that were given. */
public final class Filters {

    private Filters() {}

    public static <F, V> F with(F filter, @Nullable V value, BiFunction<F, V, F> add) {
        return value == null ? filter : add.apply(filter, value);
    }
}
