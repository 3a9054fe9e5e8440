package io.gpuaas.cli;

import io.gpuaas.sdk.IdempotencyKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that makes a command safe to retry. */
final class Once {

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Key that makes the request safe to retry; reusing it returns the first result "
                    + "(default: random).")
    @Nullable IdempotencyKey given;

    IdempotencyKey key() {
        return given == null ? IdempotencyKey.random() : given;
    }
}
