package io.gpuaas.cli.options;

import io.gpuaas.cli.output.Terminal;
import picocli.CommandLine.Option;

/** Asks for confirmation of actions that cannot be undone. */
public final class Confirmation {

    @Option(names = "--yes", description = "Skip the confirmation prompt.")
    boolean yes;

    public void require(Terminal terminal, String question) {
        if (yes) {
            return;
        }
        if (!terminal.interactive()) {
            throw new NotConfirmedException(question + " Not a terminal: pass --yes to confirm.");
        }
        if (!terminal.asks(question)) {
            throw new NotConfirmedException("Canceled; nothing was changed.");
        }
    }
}
