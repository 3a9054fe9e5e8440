package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.gateways.StreamStore.StreamRecord;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Admits readers and nodes to streams on behalf of gateways. */
@Component
class Streams implements BackgroundWork {

    /** A reader that was let in is among what its gateway carries after this long; otherwise the gateway lost it. */
    private static final Duration CARRIED_AFTER = Duration.ofSeconds(30);

    private static final Duration SHOWN_AFTER_END = Duration.ofDays(30);

    private final StreamStore store;
    private final StreamTokens tokens;
    private final TransactionTemplate transaction;
    private final GatewayStore gateways;
    private final MachineCertificates certificates;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Revocations revocations;
    private final Map<String, StreamRole> roles;
    private final StreamMetrics metrics;
    private final Clock clock;

    Streams(
            StreamStore store,
            StreamTokens tokens,
            TransactionTemplate transaction,
            GatewayStore gateways,
            MachineCertificates certificates,
            NodeAgents agents,
            NodeTasks tasks,
            Revocations revocations,
            List<StreamRole> roles,
            StreamMetrics metrics,
            Clock clock) {
        this.store = store;
        this.tokens = tokens;
        this.transaction = transaction;
        this.gateways = gateways;
        this.certificates = certificates;
        this.agents = agents;
        this.tasks = tasks;
        this.revocations = revocations;
        this.roles = roles.stream().collect(Collectors.toMap(StreamRole::name, Function.identity()));
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Lets a reader in. The token counts once, whatever comes of it: it is used before anything else happens. */
    GatewayMessages.Joined consume(GatewayRecord gateway, String token) {
        StreamTokens.Use use = tokens.use(gateway.id(), Secrets.digest(token));
        return switch (use) {
            case StreamTokens.Use.Good good ->
                Objects.requireNonNull(transaction.execute(status -> letIn(gateway, good.stream())));
            case StreamTokens.Use.Refused refused ->
                throw refused(refused.reason().name().toLowerCase(Locale.ROOT));
        };
    }

    private GatewayMessages.Joined letIn(GatewayRecord gateway, StreamId id) {
        Instant now = clock.instant();
        StreamRecord stream = store.consume(gateway.id(), id, now).orElseThrow(() -> refused("ended"));
        if (isRevoked(stream)) {
            metrics.refused("ended");
            throw GatewayErrors.credentialEnded();
        }
        metrics.used(stream.role(), Duration.between(stream.createdAt(), now));
        StreamRole role = roles.get(stream.role());
        if (role != null) {
            role.readerCame(carried(stream), gateway.report().nodeUrl() + "/node/v1/streams/" + stream.id())
                    .ifPresent(task -> store.setTask(stream.id(), task));
        }
        return joined(stream);
    }

    private ProblemException refused(String reason) {
        metrics.refused(reason);
        return GatewayErrors.streamRefused("The token is unknown, used, or expired. Request a new one.");
    }

    private static StreamRole.Carried carried(StreamRecord stream) {
        return new StreamRole.Carried(
                stream.id(), stream.node(), stream.source(), PrincipalId.parse(stream.principal()));
    }

    /** Lets a node in, if the stream is its own and its certificate counts now. */
    GatewayMessages.Joined attachNode(GatewayRecord gateway, StreamId id, String certificate) {
        NodeId node = certificates.requireNode(certificate);
        return store.attachNode(gateway.id(), id, node, clock.instant())
                .map(Streams::joined)
                .orElseThrow(() -> GatewayErrors.streamRefused(
                        "The stream has ended, is already connected to its node, or belongs to another node."));
    }

    private static GatewayMessages.Joined joined(StreamRecord stream) {
        return new GatewayMessages.Joined(stream.id().value(), stream.node().value(), stream.role(), stream.endsAt());
    }

    /** Records what a gateway carries, and answers with the streams that must end. */
    @Transactional
    GatewayMessages.Synced sync(GatewayRecord gateway, GatewayMessages.Sync told) {
        Instant now = clock.instant();
        gateways.heard(
                gateway.id(),
                GatewayAddress.require("/public_url", told.publicUrl(), gateway.hostNames()),
                GatewayAddress.require("/node_url", told.nodeUrl(), gateway.hostNames()),
                told.streams().size(),
                now);
        List<StreamRecord> open = store.listOpen(gateway.id());
        Set<NodeId> retired = agents
                .list(open.stream().map(StreamRecord::node).distinct().toList())
                .stream()
                .filter(NodeAgents.Agent::isRetired)
                .map(NodeAgents.Agent::node)
                .collect(Collectors.toSet());
        Set<UUID> carried = new HashSet<>(told.streams());
        Set<StreamId> lost = findLost(open);
        Set<StreamId> over = open.stream()
                .filter(stream -> isOver(stream, carried, now)
                        || retired.contains(stream.node())
                        || isRevoked(stream)
                        || lost.contains(stream.id()))
                .map(StreamRecord::id)
                .collect(Collectors.toSet());
        store.end(over, now);
        Set<UUID> stay = open.stream()
                .map(StreamRecord::id)
                .filter(id -> !over.contains(id))
                .map(StreamId::value)
                .collect(Collectors.toSet());
        return new GatewayMessages.Synced(
                told.streams().stream().filter(id -> !stay.contains(id)).toList(), findUnmet(gateway, stay));
    }

    /** Their nodes did not connect. A stream is over when its gateway no longer carries it. */
    private List<UUID> findUnmet(GatewayRecord gateway, Set<UUID> stay) {
        List<StreamStore.Awaiting> awaited = store.listAwaitingNodes(gateway.id()).stream()
                .filter(awaiting -> stay.contains(awaiting.stream().value()))
                .toList();
        Set<TaskId> failed = tasks.findFailed(
                awaited.stream().map(StreamStore.Awaiting::task).toList());
        return awaited.stream()
                .filter(awaiting -> failed.contains(awaiting.task()))
                .map(awaiting -> awaiting.stream().value())
                .toList();
    }

    private Set<StreamId> findLost(List<StreamRecord> open) {
        Set<StreamId> lost = new HashSet<>();
        roles.forEach((name, role) -> {
            List<StreamRole.Carried> ofRole = open.stream()
                    .filter(stream -> stream.role().equals(name))
                    .map(Streams::carried)
                    .toList();
            if (!ofRole.isEmpty()) {
                lost.addAll(role.findLost(ofRole));
            }
        });
        return lost;
    }

    private static boolean isOver(StreamRecord stream, Set<UUID> carried, Instant now) {
        Instant consumed = stream.consumedAt();
        boolean lost = consumed == null
                ? !now.isBefore(stream.expiresAt())
                        && !carried.contains(stream.id().value())
                : now.isAfter(consumed.plus(CARRIED_AFTER))
                        && !carried.contains(stream.id().value());
        return lost || !now.isBefore(stream.endsAt());
    }

    /** A stream ends with any credential of its reader, also with one it was not opened with. */
    private boolean isRevoked(StreamRecord stream) {
        return revocations.endedStreams(PrincipalId.parse(stream.principal()), stream.createdAt());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "gateways.delete-old-streams", this::deleteOld)
                .firstAfter(Duration.ofMinutes(10));
    }

    void deleteOld() {
        store.deleteEndedBefore(clock.instant().minus(SHOWN_AFTER_END));
    }
}
