package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.DrainNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drain",
        description = "Drain a node: stop new allocations and empty it by a deadline.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes drain 0198c0de-0000-7000-8000-000000000007 --reason \"new firmware\"",
            "  gpuaas nodes drain 0198c0de-0000-7000-8000-000000000007 --reason \"new firmware\" \\",
            "      --deadline 2030-01-31T08:00:00Z --yes",
        })
final class NodeDrainCommand implements Runnable {

    private final Session session;

    @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private NodeId node;

    @Mixin
    private Reason reason = new Reason();

    @Option(names = "--deadline", paramLabel = "TIME", description = "Time by which the node must be empty.")
    private @Nullable Instant deadline;

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Mixin
    private Once once = new Once();

    NodeDrainCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        confirmation.require(session.terminal(), "Drain node " + node + "?");
        session.output()
                .one(session.connect().nodes().drainNode(node, new DrainNode(reason.text(), deadline), once.key()));
    }
}
