package io.gpuaas.cli;

import io.gpuaas.sdk.signin.ProfileName;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command. */
final class Options {

    enum Form {
        TABLE,
        JSON,
        YAML
    }

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "Control plane URL (default: $GPUAAS_SERVER, the server of the profile, the server "
                    + "started in this folder, or " + LocalInstallation.SERVER_STANDARD + ").")
    @Nullable URI server;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Profile whose sign-in to use (default: $GPUAAS_PROFILE, or 'default').")
    @Nullable ProfileName profile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json|yaml",
            scope = ScopeType.INHERIT,
            description = "Output format (default: table).")
    Form output = Form.TABLE;
}
