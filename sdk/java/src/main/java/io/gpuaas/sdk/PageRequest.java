package io.gpuaas.sdk;

import org.jspecify.annotations.Nullable;

/** Which page of a listing, and how long it may be. */
public record PageRequest(int limit, @Nullable String cursor) {

    public static final int LIMIT_MAX = 200;

    private static final int LIMIT_STANDARD = 50;

    public PageRequest {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("a page holds 1 to " + LIMIT_MAX + " items, not " + limit);
        }
    }

    public static PageRequest first() {
        return new PageRequest(LIMIT_STANDARD, null);
    }

    public static PageRequest ofSize(int limit) {
        return new PageRequest(limit, null);
    }

    public PageRequest after(String nextCursor) {
        return new PageRequest(limit, nextCursor);
    }
}
