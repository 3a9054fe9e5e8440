package io.gpuaas.cli.session;

import io.gpuaas.cli.output.Form;
import io.gpuaas.sdk.signin.ProfileName;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command. */
public final class GlobalOptions {

    public static final String SERVER_DEFAULT = "http://127.0.0.1:8080";

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "Control plane URL (default: $GPUAAS_SERVER, the server of the profile, the server "
                    + "started in this folder, or " + SERVER_DEFAULT + ").")
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
