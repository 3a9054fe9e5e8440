package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.sdk.CreateGateway;
import io.gpuaas.sdk.GatewaysApi;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "gateways",
        description = "Manage gateways, which relay streams between nodes and users.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas gateways list",
            "  gpuaas gateways create east --host gateway.example.com",
            "  gpuaas gateways revoke 0198c0de-0000-7000-8000-00000000000b --yes",
        })
final class GatewaysCommand {

    private final Session session;

    GatewaysCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List gateways, newest first.")
    void list(@Mixin Paging paging) {
        GatewaysApi gateways = session.connect().gateways();
        paging.print(
                session.output(), gateways::listGateways, "id", "name", "state", "streams", "public_url", "heard_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a gateway and show its initial secret once.")
    void create(
            @Parameters(paramLabel = "NAME", description = "The gateway's name.") String name,
            @Option(
                            names = "--host",
                            required = true,
                            paramLabel = "HOST",
                            description = "Host name or address at which nodes reach the gateway; repeatable.")
                    List<String> hosts,
            @Mixin Once once) {
        session.output().one(session.connect().gateways().createGateway(new CreateGateway(name, hosts), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revoke a gateway's secret and certificate, and end its streams.")
    void revoke(
            @Parameters(paramLabel = "GATEWAY", description = "The gateway's id, as listed.") GatewayId id,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke gateway " + id + "?");
        session.output().one(session.connect().gateways().revokeGateway(id, once.key()));
    }
}
