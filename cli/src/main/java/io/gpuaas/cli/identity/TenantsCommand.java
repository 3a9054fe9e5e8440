package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreateTenant;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.SuspendTenant;
import io.gpuaas.sdk.UpdateTenant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tenants",
        description = "List, create, show, rename, suspend and delete tenants.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas tenants list",
            "  gpuaas tenants create acme --name \"Acme Research\"",
            "  gpuaas tenants show 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas tenants update 0198c0de-0000-7000-8000-000000000001 --name \"Acme Labs\"",
            "  gpuaas tenants suspend 0198c0de-0000-7000-8000-000000000001 --reason \"invoice 7 is unpaid\"",
            "  gpuaas tenants reactivate 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas tenants delete 0198c0de-0000-7000-8000-000000000001",
        })
final class TenantsCommand {

    private static final String ID = "The tenant's id.";

    private final Session session;

    TenantsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List tenants, newest first.")
    void list(@Mixin Paging paging) {
        paging.print(session.output(), session.connect().identity()::listTenants, "id", "slug", "name", "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a tenant.")
    void create(
            @Parameters(paramLabel = "SLUG", description = "Short name: lower case, unique.") String slug,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        IdempotencyKey key = once.key();
        session.output().one(session.connect().identity().createTenant(new CreateTenant(slug, name), key));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a tenant.")
    void show(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId) {
        session.output().one(session.connect().identity().getTenant(tenantId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Rename a tenant.")
    void update(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        session.output().one(session.connect().identity().updateTenant(tenantId, new UpdateTenant(name), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Suspend a tenant: it can read and release, but not create anything.")
    void suspend(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Reason, shown to the tenant.")
                    String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Suspend tenant " + tenantId + "?");
        SuspendTenant suspension = new SuspendTenant(reason);
        session.output().one(session.connect().tenancy().suspendTenant(tenantId, suspension, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "End the suspension of a tenant.")
    void reactivate(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId, @Mixin Once once) {
        session.output().one(session.connect().tenancy().reactivateTenant(tenantId, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Delete an empty tenant.")
    void delete(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Delete tenant " + tenantId + "?");
        session.output().one(session.connect().identity().deleteTenant(tenantId, once.key()));
    }
}
