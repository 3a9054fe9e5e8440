package io.gpuaas.cli.apps;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.EntitlementsApi;
import io.gpuaas.sdk.SetTenantEntitlement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "grants",
        description = "Grant apps to tenants or withhold them. For operators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps grants list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas apps grants set acme/vllm --versions \">=1.4 <2\" \\",
            "      --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas apps grants withhold acme/vllm --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas apps grants remove acme/vllm --tenant 0198c0de-0000-7000-8000-000000000001",
        })
final class AppGrantsCommand {

    private final Session session;

    AppGrantsCommand(Session session) {
        this.session = session;
    }

    private EntitlementsApi api() {
        return session.connect().entitlements();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List apps that are granted to a tenant one by one, or withheld.")
    void list(@Mixin TheTenant in, @Mixin Paging paging) {
        TenantId tenant = in.choose(session.connect());
        EntitlementsApi api = api();
        paging.print(
                session.output(),
                page -> api.listTenantEntitlements(tenant, page),
                "app",
                "granted",
                "versions",
                "changed_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Grant an app to a tenant.")
    void set(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Option(
                            names = "--versions",
                            defaultValue = "*",
                            paramLabel = "RANGE",
                            description = "Range of versions (default: *, which is every version).")
                    String versions,
            @Option(names = "--may-share-by-link", description = "Projects may share its routes by link.")
                    boolean mayShareByLink,
            @Option(names = "--may-be-public", description = "Projects may make its routes public.")
                    boolean mayBePublic,
            @Mixin Once once) {
        put(in, app, new SetTenantEntitlement(true, versions, mayShareByLink, mayBePublic), once);
    }

    @Command(mixinStandardHelpOptions = true, description = "Withhold an app from a tenant. What runs is not stopped.")
    void withhold(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Withhold " + app + " from the tenant?");
        put(in, app, new SetTenantEntitlement(false, "*", false, false), once);
    }

    private void put(TheTenant in, AppName app, SetTenantEntitlement entitlement, Once once) {
        session.output()
                .one(api().setTenantEntitlement(
                                in.choose(session.connect()), app.namespace(), app.name(), entitlement, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Return an app to the default for public apps.")
    void remove(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Return " + app + " to the default for this tenant?");
        session.output()
                .one(api().removeTenantEntitlement(
                                in.choose(session.connect()), app.namespace(), app.name(), once.key()));
    }
}
