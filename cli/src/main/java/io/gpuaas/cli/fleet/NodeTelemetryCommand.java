package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.output.TelemetryPage;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.NodeTelemetry;
import io.gpuaas.sdk.NodesApi.GetNodeTelemetryFilter;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "telemetry",
        description = "Show load, memory, temperature and power over time.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes telemetry 0198c0de-0000-7000-8000-000000000007 --minutes 60",
        })
final class NodeTelemetryCommand implements Runnable {

    private final Session session;

    @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private NodeId node;

    @Option(names = "--minutes", paramLabel = "N", description = "Length of the period, ending now (default: 15).")
    private int minutes = 15;

    @Option(names = "--step", paramLabel = "SECONDS", description = "Seconds per data point.")
    private @Nullable Integer step;

    NodeTelemetryCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Instant now = session.surroundings().clock().instant();
        GetNodeTelemetryFilter filter = step == null
                ? GetNodeTelemetryFilter.none()
                : GetNodeTelemetryFilter.none().stepSeconds(step);
        NodeTelemetry telemetry =
                session.connect().nodes().getNodeTelemetry(node, now.minus(Duration.ofMinutes(minutes)), now, filter);
        session.output().page(telemetry, () -> TelemetryPage.of(telemetry));
    }
}
