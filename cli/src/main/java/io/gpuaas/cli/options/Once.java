package io.gpuaas.cli.options;

import io.gpuaas.sdk.IdempotencyKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that makes a command safe to retry. */
public final class Once {

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Key that makes the request safe to retry; reusing it returns the first result "
                    + "(default: random).")
    @Nullable IdempotencyKey given;

    public IdempotencyKey key() {
        return given == null ? IdempotencyKey.random() : given;
    }
}
