package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.CapacityApi.ExplainPlacementFilter;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Node;
import io.gpuaas.sdk.NodeCheck;
import io.gpuaas.sdk.NodeCheckState;
import io.gpuaas.sdk.NodeChecks;
import io.gpuaas.sdk.NodeVerdict;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Sku;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Show the checks a host made of itself, what to do about them, and which SKUs it can serve.",
            "Exits with 1 if a check failed or the host has not reported any."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes doctor 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas nodes doctor gpu-017 --output json",
        })
final class NodeDoctorCommand implements Callable<Integer> {

    /** Each SKU costs a request. */
    private static final int SKUS_MAX = 50;

    private final Session session;

    @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private NodeId nodeId;

    NodeDoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        GpuaasClient client = session.connect();
        Examination found =
                new Examination(client.nodes().getNode(nodeId), client.joining().getNodeChecks(nodeId), skus(client));
        session.output().page(found.figures(), found::lines);
        return found.isHealthy() ? 0 : ExitCode.REFUSED;
    }

    private Map<String, String> skus(GpuaasClient client) {
        Map<String, String> verdicts = new LinkedHashMap<>();
        Page.all(
                        PageRequest.ofSize(PageRequest.LIMIT_MAX),
                        page -> client.offerings().listSkus(page))
                .filter(sku -> sku.retiredAt() == null && !sku.counts().isEmpty())
                .limit(SKUS_MAX)
                .forEach(sku -> verdict(client, sku).ifPresent(verdict -> verdicts.put(sku.name(), verdict)));
        return verdicts;
    }

    /** For the smallest count of the SKU; empty when the fleet is so large that this node's verdict is not shown. */
    private Optional<String> verdict(GpuaasClient client, Sku sku) {
        int smallest = sku.counts().stream().mapToInt(Integer::intValue).min().orElseThrow();
        return client
                .capacity()
                .explainPlacement(sku.name(), smallest, ExplainPlacementFilter.none())
                .verdicts()
                .stream()
                .filter(verdict -> verdict.nodeId().equals(nodeId))
                .findFirst()
                .map(NodeDoctorCommand::words);
    }

    private static String words(NodeVerdict verdict) {
        return verdict.fits() ? "yes" : "no: " + verdict.verdict();
    }

    record Examination(Node node, NodeChecks report, Map<String, String> skus) {

        boolean isHealthy() {
            return report.reportedAt() != null
                    && report.checks().stream().noneMatch(check -> check.state() == NodeCheckState.FAILED);
        }

        Map<String, Object> figures() {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("node", node.name());
            figures.put("state", node.state());
            figures.put("report", report);
            figures.put("skus", skus);
            return figures;
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("Node " + node.name() + " is " + node.state()
                    + (node.stateReason() == null ? "." : ": " + node.stateReason()));
            lines.add("");
            if (report.reportedAt() == null) {
                lines.add("The host has not reported any checks. Run gpuaas-agent check on it.");
            } else {
                lines.add("Checks, reported by the host at " + report.reportedAt());
                report.checks().forEach(check -> add(lines, check));
            }
            lines.add("");
            lines.add("Can serve now (smallest count of each SKU)");
            skus.forEach((sku, verdict) -> lines.add("  %-24s  %s".formatted(sku, verdict)));
            if (skus.isEmpty()) {
                lines.add("  no SKU was judged for this node; see gpuaas slots explain");
            }
            return lines;
        }

        private static void add(List<String> lines, NodeCheck check) {
            lines.add("  %-8s  %-12s  %s".formatted(check.state(), check.name(), check.finding()));
            if (check.action() != null) {
                lines.add("  %-8s  %-12s  -> %s".formatted("", "", check.action()));
            }
        }
    }
}
