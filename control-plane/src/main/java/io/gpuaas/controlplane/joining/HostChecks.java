package io.gpuaas.controlplane.joining;

import io.gpuaas.api.NodeCheck;
import io.gpuaas.api.NodeCheckState;
import io.gpuaas.api.NodeChecks;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeJson;
import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the last checks that each host reported about itself. A host says what it likes, and a tenant may be root on it:
 * the report is bounded text for operators, and nothing is decided by it.
 */
@Component
class HostChecks implements NodeUpload {

    static final int CHECKS_MAX = 32;
    private static final int BODY_BYTES_MAX = 64 * 1024;

    /** No control, format or unassigned characters, which could hide text or move a terminal's cursor. */
    private static final String ONE_LINE = "[^\\p{C}\\p{Zl}\\p{Zp}]*";

    private final HostCheckStore store;
    private final NodeAgents nodes;
    private final NodeJson json;
    private final Clock clock;

    HostChecks(HostCheckStore store, NodeAgents nodes, NodeJson json, Clock clock) {
        this.store = store;
        this.nodes = nodes;
        this.json = json;
        this.clock = clock;
    }

    record Report(
            @NotNull @Size(min = 1, max = 60) @Pattern(regexp = ONE_LINE, message = "has a control character") String agentVersion,

            @NotNull @Size(max = CHECKS_MAX) List<@Valid @NotNull Check> checks) {}

    record Check(
            @NotNull @Pattern(regexp = "[a-z][a-z0-9-]{0,39}") String name,

            @NotNull @Pattern(regexp = "ok|warning|failed") String state,

            @NotNull @Size(min = 1, max = 500) @Pattern(regexp = ONE_LINE, message = "has a control character") String finding,

            @Nullable @Size(min = 1, max = 1000) @Pattern(regexp = ONE_LINE, message = "has a control character") String action) {}

    record Kept(int checks) {}

    @Override
    public String name() {
        return "checks";
    }

    @Override
    public Kept take(Arrived arrived) {
        byte[] bytes = arrived.body().bytes();
        if (!arrived.words().isEmpty()) {
            throw ProblemException.notFound("address");
        }
        if (bytes.length > BODY_BYTES_MAX) {
            throw ProblemException.invalid("/", "has more than " + BODY_BYTES_MAX + " bytes");
        }
        if (!Digests.hexSha256(bytes).equals(arrived.sha256())) {
            throw ProblemException.invalid("/", "does not match its digest");
        }
        Report report = json.read(bytes, Report.class);
        store.put(
                arrived.node(),
                report.agentVersion(),
                new String(json.write(report.checks()), StandardCharsets.UTF_8),
                clock.instant());
        return new Kept(report.checks().size());
    }

    NodeChecks require(NodeId node) {
        if (nodes.list(List.of(node)).isEmpty()) {
            throw ProblemException.notFound("node");
        }
        return store.find(node)
                .map(kept -> new NodeChecks(
                        node,
                        kept.reportedAt(),
                        kept.agentVersion(),
                        view(kept.checks().getBytes(StandardCharsets.UTF_8))))
                .orElseGet(() -> new NodeChecks(node, null, null, List.of()));
    }

    private List<NodeCheck> view(byte[] kept) {
        return List.of(json.read(kept, Check[].class)).stream()
                .map(one ->
                        new NodeCheck(one.name(), NodeCheckState.fromWire(one.state()), one.finding(), one.action()))
                .sorted(Comparator.comparing(NodeCheck::state).reversed().thenComparing(NodeCheck::name))
                .toList();
    }
}
