package io.gpuaas.cli;

import io.gpuaas.sdk.signin.ProfileName;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options every command takes. */
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
            description = "The control plane; else $GPUAAS_SERVER, the one the profile is signed in to, the one "
                    + "started in this folder, or " + LocalInstallation.SERVER_STANDARD + ".")
    @Nullable URI server;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Whose sign-in to use; else $GPUAAS_PROFILE, or 'default'.")
    @Nullable ProfileName profile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json|yaml",
            scope = ScopeType.INHERIT,
            description = "How to print the answer (standard: table).")
    Form output = Form.TABLE;
}
