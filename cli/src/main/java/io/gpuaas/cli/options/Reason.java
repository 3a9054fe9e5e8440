package io.gpuaas.cli.options;

import picocli.CommandLine.Option;

/** The reason of an act, which the audit trail keeps. */
public final class Reason {

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Reason, recorded in the audit trail.")
    String text = "";

    public String text() {
        return text;
    }
}
