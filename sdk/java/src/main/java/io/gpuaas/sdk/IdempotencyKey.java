package io.gpuaas.sdk;

import java.util.UUID;

/** Stands for one request. Keep it with the work you do, and a retry after a crash cannot act twice. */
public record IdempotencyKey(String value) {

    private static final int LENGTH_MAX = 200;

    public IdempotencyKey {
        if (value.isEmpty() || value.length() > LENGTH_MAX || !value.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("an idempotency key has 1 to 200 visible characters");
        }
    }

    public static IdempotencyKey random() {
        return new IdempotencyKey(UUID.randomUUID().toString());
    }
}
