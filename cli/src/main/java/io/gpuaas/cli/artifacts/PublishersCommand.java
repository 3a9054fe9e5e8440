package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.CreatePublisher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "publishers",
        description = "Register the namespaces under which a tenant publishes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas publishers create acme --name Acme --contact apps@acme.example",
            "  gpuaas publishers list",
        })
final class PublishersCommand {

    private final Session session;

    PublishersCommand(Session session) {
        this.session = session;
    }

    private ArtifactsApi api() {
        return session.connect().artifacts();
    }

    @Command(mixinStandardHelpOptions = true, description = "Register a namespace; it cannot be changed later.")
    void create(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "NAMESPACE", description = "First part of the names of your apps.")
                    String namespace,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Option(
                            names = "--contact",
                            paramLabel = "TEXT",
                            description = "How to reach the publisher, for example an email address.")
                    @Nullable String contact,
            @Mixin Once once) {
        session.output()
                .one(api().createPublisher(
                                in.choose(session.connect()),
                                new CreatePublisher(namespace, name, contact),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's publishers, newest first.")
    void list(@Mixin TheTenant in, @Mixin Paging paging) {
        TenantId tenant = in.choose(session.connect());
        ArtifactsApi api = api();
        paging.print(
                session.output(),
                page -> api.listPublishers(tenant, page),
                "id",
                "namespace",
                "name",
                "verified",
                "created_at");
    }
}
