package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.AllocationsApi.ListAllAllocationsFilter;
import io.gpuaas.sdk.CapacityApi.ListSlotsFilter;
import io.gpuaas.sdk.EventsApi.ListDeadLettersFilter;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Node;
import io.gpuaas.sdk.NodeState;
import io.gpuaas.sdk.NodesApi.ListNodesFilter;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Slot;
import io.gpuaas.sdk.SlotState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

@Command(
        name = "fleet-health",
        mixinStandardHelpOptions = true,
        description = {
            "Show the health of nodes, GPUs, allocations and events on one page.",
            "Exits with 1 if something needs attention."
        })
final class FleetHealthCommand implements Callable<Integer> {

    private static final Set<NodeState> TROUBLED = Set.of(NodeState.UNREACHABLE, NodeState.QUARANTINED);
    private static final int SHOWN_MAX = 20;

    private final Session session;

    FleetHealthCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        GpuaasClient client = session.connect();
        Health health = new Health(
                all(page -> client.nodes().listNodes(ListNodesFilter.none(), page)),
                all(page -> client.capacity().listSlots(ListSlotsFilter.none(), page)),
                count(page -> client.allocations()
                        .listAllAllocations(ListAllAllocationsFilter.none().stuck(true), page)),
                count(page -> client.events().listDeadLetters(ListDeadLettersFilter.none(), page)));
        session.output().page(health.figures(), health::lines);
        return health.needsSomebody() ? ExitCode.REFUSED : 0;
    }

    private static <T> List<T> all(Function<PageRequest, ? extends Page<T>> list) {
        return Page.all(PageRequest.ofSize(PageRequest.LIMIT_MAX), list).toList();
    }

    private static <T> long count(Function<PageRequest, ? extends Page<T>> list) {
        return Page.all(PageRequest.ofSize(PageRequest.LIMIT_MAX), list).count();
    }

    record Health(List<Node> nodes, List<Slot> slots, long stuck, long deadLetters) {

        Map<String, Object> figures() {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("nodes", byState());
            figures.put("gpus", slots.size());
            figures.put("gpus_leased", leased());
            figures.put("gpus_out_of_service", outOfService());
            figures.put("allocations_stuck", stuck);
            figures.put("dead_letters", deadLetters);
            figures.put("needs_somebody", needsSomebody());
            return figures;
        }

        private Map<String, Long> byState() {
            return nodes.stream()
                    .filter(node -> node.state() != NodeState.RETIRED)
                    .collect(Collectors.groupingBy(node -> node.state().wire(), TreeMap::new, Collectors.counting()));
        }

        private long leased() {
            return slots.stream().filter(slot -> !slot.leases().isEmpty()).count();
        }

        private long outOfService() {
            return slots.stream()
                    .filter(slot -> slot.state() == SlotState.OUT_OF_SERVICE)
                    .count();
        }

        /** GPUs of nodes that are not ready are out of service too; of those the node's own state tells. */
        private long broken() {
            Set<NodeId> ready = nodes.stream()
                    .filter(node -> node.state() == NodeState.READY)
                    .map(Node::id)
                    .collect(Collectors.toSet());
            return slots.stream()
                    .filter(slot -> slot.state() == SlotState.OUT_OF_SERVICE && ready.contains(slot.nodeId()))
                    .count();
        }

        private List<Node> troubled() {
            return nodes.stream()
                    .filter(node -> TROUBLED.contains(node.state()))
                    .sorted(Comparator.comparing(Node::name))
                    .toList();
        }

        boolean needsSomebody() {
            return !troubled().isEmpty() || broken() > 0 || stuck > 0 || deadLetters > 0;
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("Nodes        " + states());
            lines.add("GPUs         " + slots.size() + ": " + leased() + " leased, " + outOfService()
                    + " out of service");
            lines.add("Allocations  " + (stuck == 0 ? "none stuck" : stuck + " stuck"));
            lines.add("Events       " + (deadLetters == 0 ? "no dead letters" : deadLetters + " dead letters"));
            lines.addAll(advice());
            return lines;
        }

        private String states() {
            return byState().isEmpty()
                    ? "none"
                    : byState().entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", "));
        }

        private List<String> advice() {
            List<String> lines = new ArrayList<>();
            if (needsSomebody()) {
                lines.add("");
            }
            troubled().stream()
                    .limit(SHOWN_MAX)
                    .forEach(node -> lines.add(Words.printable(node.name()) + " is "
                            + node.state().wire()
                            + (node.stateReason() == null ? "" : ": " + Words.printable(node.stateReason()))
                            + "  (gpuaas ops runbooks node-" + node.state().wire() + ")"));
            if (broken() > 0) {
                lines.add("GPUs out of service on ready nodes: gpuaas slots list --state out_of_service");
            }
            if (stuck > 0) {
                lines.add("Stuck: gpuaas allocations all list --stuck  (gpuaas ops runbooks allocation-stuck)");
            }
            if (deadLetters > 0) {
                lines.add("Dead letters: gpuaas ops dlq list  (gpuaas ops runbooks dead-letters)");
            }
            return lines;
        }
    }
}
