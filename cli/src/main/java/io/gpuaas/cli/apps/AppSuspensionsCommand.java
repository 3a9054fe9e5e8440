package io.gpuaas.cli.apps;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.sdk.AppsApi;
import io.gpuaas.sdk.LiftAppSuspension;
import io.gpuaas.sdk.SuspendApps;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "suspensions",
        description = "Suspend publishers, apps and versions. For operators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps suspensions list",
            "  gpuaas apps suspensions create acme --reason \"Stolen signing key\"",
            "  gpuaas apps suspensions create acme --app vllm --app-version 1.4.0 --reason \"Leaks prompts\"",
            "  gpuaas apps suspensions lift 0198c0de-0000-7000-8000-00000000000e --reason \"Key replaced\"",
        })
final class AppSuspensionsCommand {

    private final Session session;

    AppSuspensionsCommand(Session session) {
        this.session = session;
    }

    private AppsApi api() {
        return session.connect().apps();
    }

    @Command(mixinStandardHelpOptions = true, description = "List suspensions, newest first.")
    void list(@Mixin Paging paging) {
        AppsApi api = api();
        paging.print(
                session.output(),
                api::listAppSuspensions,
                "id",
                "namespace",
                "app_name",
                "version",
                "reason",
                "suspended_at",
                "lifted_at");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Suspend a publisher, one of its apps, or one version. What runs is not stopped.")
    void create(
            @Parameters(paramLabel = "NAMESPACE", description = "The publisher's namespace.") String namespace,
            @Option(
                            names = "--app",
                            paramLabel = "NAME",
                            description = "Name without the namespace (default: all apps).")
                    @Nullable String app,
            @Option(names = "--app-version", paramLabel = "VERSION", description = "Version (default: all versions).")
                    @Nullable String version,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(
                session.terminal(),
                "Suspend " + namespace + (app == null ? "" : "/" + app) + (version == null ? "" : " " + version)
                        + "? Another person must lift it.");
        session.output().one(api().suspendApps(new SuspendApps(namespace, app, version, reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lift a suspension that another person made.")
    void lift(
            @Parameters(paramLabel = "SUSPENSION", description = "The suspension's id, as listed.") AppSuspensionId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().liftAppSuspension(id, new LiftAppSuspension(reason.text()), once.key()));
    }
}
