package io.gpuaas.cli;

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
        description = "Lists, creates, shows, renames, suspends and deletes tenants.",
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

    @Command(mixinStandardHelpOptions = true, description = "Lists tenants, newest first.")
    void list(@Mixin Paging paging) {
        paging.print(session.output(), session.connect().identity()::listTenants, "id", "slug", "name", "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Creates a tenant.")
    void create(
            @Parameters(paramLabel = "SLUG", description = "Its short name, unique, in lower case.") String slug,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Its name for people.")
                    String name,
            @Mixin Once once) {
        IdempotencyKey key = once.key();
        session.output().one(session.connect().identity().createTenant(new CreateTenant(slug, name), key));
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows a tenant.")
    void show(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId) {
        session.output().one(session.connect().identity().getTenant(tenantId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Gives a tenant another name.")
    void update(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Its name for people.")
                    String name,
            @Mixin Once once) {
        session.output().one(session.connect().identity().updateTenant(tenantId, new UpdateTenant(name), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lets a tenant read and give back, and get nothing new.")
    void suspend(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; the tenant sees it.")
                    String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Suspend tenant " + tenantId + "?");
        SuspendTenant suspension = new SuspendTenant(reason);
        session.output().one(session.connect().tenancy().suspendTenant(tenantId, suspension, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Ends a suspension.")
    void reactivate(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId, @Mixin Once once) {
        session.output().one(session.connect().tenancy().reactivateTenant(tenantId, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Deletes a tenant that has nothing left.")
    void delete(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenantId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Delete tenant " + tenantId + "?");
        session.output().one(session.connect().identity().deleteTenant(tenantId, once.key()));
    }
}
