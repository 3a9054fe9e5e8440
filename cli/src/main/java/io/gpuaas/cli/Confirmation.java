package io.gpuaas.cli;

import picocli.CommandLine.Option;

/** Asks before what cannot be taken back. */
final class Confirmation {

    @Option(names = "--yes", description = "Do it without asking.")
    boolean yes;

    void require(Terminal terminal, String question) {
        if (yes) {
            return;
        }
        if (!terminal.interactive()) {
            throw new NotConfirmedException("Nobody is here to be asked \"" + question + "\": say --yes.");
        }
        if (!terminal.asks(question)) {
            throw new NotConfirmedException("Nothing was done.");
        }
    }
}
