package io.gpuaas.cli;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options every command takes. */
final class Options {

    enum Form {
        TABLE,
        JSON
    }

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The control plane; else $GPUAAS_URL, the one started in this folder, or "
                    + Session.SERVER_STANDARD + ".")
    @Nullable URI server;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            scope = ScopeType.INHERIT,
            description = "How to print the answer (standard: table).")
    Form output = Form.TABLE;
}
