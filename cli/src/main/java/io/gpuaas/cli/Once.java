package io.gpuaas.cli;

import io.gpuaas.sdk.IdempotencyKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Lets a script repeat a command without its acting twice. */
final class Once {

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Stands for this act: the same key again answers the same and does nothing more "
                    + "(standard: a random one).")
    @Nullable IdempotencyKey given;

    IdempotencyKey key() {
        return given == null ? IdempotencyKey.random() : given;
    }
}
