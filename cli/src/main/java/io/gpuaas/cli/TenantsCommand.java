package io.gpuaas.cli;

import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreateTenant;
import io.gpuaas.sdk.IdempotencyKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tenants",
        description = "Lists, creates and shows tenants.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas tenants list", "  gpuaas tenants create acme --name \"Acme Research\""})
final class TenantsCommand {

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
    void show(@Parameters(paramLabel = "TENANT", description = "The tenant's id.") TenantId tenantId) {
        session.output().one(session.connect().identity().getTenant(tenantId));
    }
}
