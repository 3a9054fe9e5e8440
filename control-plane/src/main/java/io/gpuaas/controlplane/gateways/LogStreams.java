package io.gpuaas.controlplane.gateways;

import io.gpuaas.api.CreateLogStream;
import io.gpuaas.api.LogStream;
import io.gpuaas.api.LogStreamState;
import io.gpuaas.api.NodeLogSource;
import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.gateways.StreamStore.StreamRecord;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lets operators read logs of nodes while they are written. */
@Component
class LogStreams implements StreamRole {

    static final Duration TOKEN_TIME = Duration.ofSeconds(60);

    private static final String ROLE = "logs";
    private static final String PERMISSION = "node_logs.read";
    private static final int PER_NODE_MAX = 8;
    private static final int TAIL_DEFAULT = 100;

    private final StreamStore store;
    private final StreamTokens tokens;
    private final Gateways gateways;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Principals principals;
    private final Access access;
    private final PublicUrl publicUrl;
    private final Duration streamTime;
    private final Clock clock;
    private final IdSource ids;

    LogStreams(
            StreamStore store,
            StreamTokens tokens,
            Gateways gateways,
            NodeAgents agents,
            NodeTasks tasks,
            Principals principals,
            Access access,
            PublicUrl publicUrl,
            GpuaasProperties properties,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.tokens = tokens;
        this.gateways = gateways;
        this.agents = agents;
        this.tasks = tasks;
        this.principals = principals;
        this.access = access;
        this.publicUrl = publicUrl;
        this.streamTime = properties.gateways().streamTime();
        this.clock = clock;
        this.ids = ids;
    }

    LogStream create(NodeId node, CreateLogStream command) {
        requireHeard(node);
        Instant now = clock.instant();
        if (store.countOpen(node, now) >= PER_NODE_MAX) {
            throw GatewayErrors.tooManyStreams(PER_NODE_MAX);
        }
        GatewayRecord gateway = gateways.requireLive();
        String token = Secrets.create();
        StreamRecord stream = new StreamRecord(
                new StreamId(ids.next()),
                gateway.id(),
                node,
                ROLE,
                command.source().wire(),
                Call.current().caller().id(),
                now,
                now.plus(TOKEN_TIME),
                now.plus(streamTime),
                null,
                null);
        store.add(stream);
        tokens.add(new StreamTokens.Token(Secrets.digest(token), stream.id(), stream.gateway(), stream.expiresAt()));
        // The node ends the stream by itself when its time is over, whatever becomes of the gateway.
        tasks.add(
                node,
                "logs.stream",
                Map.of(
                        "stream_id", stream.id().toString(),
                        "gateway_url", gateway.report().nodeUrl() + "/node/v1/streams/" + stream.id(),
                        "source", stream.source(),
                        "tail_lines", Optional.ofNullable(command.tailLines()).orElse(TAIL_DEFAULT),
                        "follow", Optional.ofNullable(command.follow()).orElse(true),
                        "seconds_max", streamTime.toSeconds()),
                new NodeTasks.Options(TOKEN_TIME, 1));
        return view(stream, gateway, token);
    }

    @Override
    public String name() {
        return ROLE;
    }

    /** The node was told when the stream was created. */
    @Override
    public Optional<TaskId> readerCame(Carried stream, String nodeUrl) {
        return Optional.empty();
    }

    @Override
    public Set<StreamId> findLost(Collection<Carried> streams) {
        Map<PrincipalId, Authenticated> readers =
                principals.find(streams.stream().map(Carried::reader).toList());
        return streams.stream()
                .filter(stream -> !mayRead(readers.get(stream.reader())))
                .map(Carried::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean mayRead(@Nullable Authenticated reader) {
        return reader != null && access.onPlatform(reader, PERMISSION) instanceof Access.Decision.Granted;
    }

    private void requireHeard(NodeId node) {
        NodeAgents.Agent agent =
                agents.list(List.of(node)).stream().findFirst().orElseThrow(() -> ProblemException.notFound("node"));
        if (!agent.isHeard()) {
            throw GatewayErrors.nodeNotHeard(agent.state());
        }
    }

    /** The gateway hears of it when it next asks. */
    LogStream close(NodeId node, StreamId id) {
        StreamRecord stream = store.find(id)
                .filter(found -> found.node().equals(node) && found.role().equals(ROLE))
                .orElseThrow(GatewayErrors::noSuchStream);
        store.end(List.of(id), clock.instant());
        return view(store.find(id).orElseThrow(GatewayErrors::noSuchStream), gateways.require(stream.gateway()), null);
    }

    private LogStream view(StreamRecord stream, GatewayRecord gateway, @Nullable String token) {
        return new LogStream(
                stream.id(),
                stream.node(),
                NodeLogSource.fromWire(stream.source()),
                state(stream),
                gateway.report().publicUrl() + "/v1/streams",
                publicUrl.external(),
                token,
                stream.expiresAt(),
                stream.endsAt());
    }

    private static LogStreamState state(StreamRecord stream) {
        if (stream.endedAt() != null) {
            return LogStreamState.ENDED;
        }
        return stream.consumedAt() == null ? LogStreamState.WAITING : LogStreamState.READING;
    }
}
