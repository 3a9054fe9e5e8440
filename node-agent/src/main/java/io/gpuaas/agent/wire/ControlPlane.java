package io.gpuaas.agent.wire;

import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.recording.Segment;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The calls a node makes with its certificate. */
public final class ControlPlane implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration POLL_GRACE = Duration.ofSeconds(15);

    private final URI server;
    private final ServerClock clock;
    private volatile Transport transport;

    public ControlPlane(URI server, Identity identity, ServerClock clock) throws GeneralSecurityException {
        this.server = server;
        this.clock = clock;
        this.transport = Transport.of(server, identity);
    }

    /** A second one with another certificate, to see whether the server takes it. */
    public ControlPlane with(Identity identity) throws GeneralSecurityException {
        return new ControlPlane(server, identity, clock);
    }

    /** From now on calls carry this certificate. A poll that waits may have a task on its way, so it is let finish. */
    public void use(Identity identity) throws GeneralSecurityException {
        Transport before = transport;
        transport = Transport.of(server, identity);
        before.retire();
    }

    public PollAnswer poll(String bootId, long lastSequence, Duration wait) throws ServerException {
        // Without a body: the server holds room for one as long as a call waits.
        String path = "/node/v1/poll?boot_id=" + URLEncoder.encode(bootId, StandardCharsets.UTF_8) + "&last_sequence="
                + lastSequence + "&wait_seconds=" + wait.toSeconds();
        PollAnswer answer = transport.post(path, PollAnswer.class, wait.plus(POLL_GRACE));
        clock.heard(answer.serverTime());
        return answer;
    }

    public EventsAnswer postEvents(TaskKey task, List<TaskEvent> events) throws ServerException {
        return transport.post(
                "/node/v1/tasks/" + task.task() + "/events",
                new EventsRequest(task.attempt(), events),
                EventsAnswer.class,
                CALL_TIMEOUT);
    }

    public HeartbeatAnswer heartbeat(Heartbeat heartbeat) throws ServerException {
        HeartbeatAnswer answer = transport.post("/node/v1/heartbeat", heartbeat, HeartbeatAnswer.class, CALL_TIMEOUT);
        clock.heard(answer.serverTime());
        return answer;
    }

    public void reportTopology(String bootId, JsonNode facts, String digest) throws ServerException {
        transport.post("/node/v1/topology", new TopologyRequest(bootId, facts, digest), JsonNode.class, CALL_TIMEOUT);
    }

    public void reportInventory(String bootId, List<RunningThing> running) throws ServerException {
        transport.post("/node/v1/inventory", new InventoryRequest(bootId, running), JsonNode.class, CALL_TIMEOUT);
    }

    /** The result of every check of the host, in place of the earlier ones. */
    public void reportChecks(ChecksReport report) throws ServerException {
        byte[] body = Json.LENIENT.writeValueAsBytes(report);
        transport.post("/node/v1/checks?sha256=" + Segment.digest(body), body, JsonNode.class, CALL_TIMEOUT);
    }

    /** The server's time to the second, without a word about this node. */
    public Instant date() throws ServerException {
        return transport.date("/node/v1/", CALL_TIMEOUT);
    }

    public Credentials renew(String csr) throws ServerException {
        return heard(transport.post("/node/v1/renew", new RenewRequest(csr), Credentials.class, CALL_TIMEOUT));
    }

    /** With the certificate that has expired, which therefore cannot speak for itself any more. */
    public Credentials recover(Identity expired, String csr) throws ServerException, GeneralSecurityException {
        try (Transport anonymous = Transport.anonymous(server, expired.authorities())) {
            RecoverRequest request = new RecoverRequest(expired.credentials().certificate(), csr);
            return heard(anonymous.post("/node/v1/recover", request, Credentials.class, CALL_TIMEOUT));
        }
    }

    public static Credentials enroll(URI server, JoinToken token, EnrollRequest request)
            throws ServerException, GeneralSecurityException {
        try (Transport pinned = Transport.pinned(server, token)) {
            return pinned.post("/node/v1/enroll", request, Credentials.class, CALL_TIMEOUT);
        }
    }

    public byte[] artifact(String digest, int bytesMax) throws ServerException {
        return transport.get("/node/v1/artifacts/" + digest, bytesMax, DOWNLOAD_TIMEOUT);
    }

    /** The digest of what is kept there now. */
    public String keepSegment(UUID terminal, int number, String digest, byte[] segment) throws ServerException {
        String path = "/node/v1/recordings/" + terminal + "/" + number + "?sha256=" + digest;
        return transport.post(path, segment, SegmentKept.class, CALL_TIMEOUT).sha256();
    }

    /** How the transfer of a file ended. */
    public void reportFile(UUID stream, byte[] report) throws ServerException {
        String path = "/node/v1/file-transfers/" + stream + "?sha256=" + Segment.digest(report);
        transport.post(path, report, FileNoted.class, CALL_TIMEOUT);
    }

    /** That a terminal ended, and why. */
    public void reportTerminal(UUID terminal, byte[] report) throws ServerException {
        String path = "/node/v1/terminals/" + terminal + "?sha256=" + Segment.digest(report);
        transport.post(path, report, TerminalNoted.class, CALL_TIMEOUT);
    }

    /** How many bytes of the stream are stored there now: another answer than the end of this piece says where to go on. */
    public long keepCommandOutput(UUID command, String stream, long offset, byte[] piece) throws ServerException {
        String path = "/node/v1/commands/" + command + "/" + stream + "/" + offset + "?sha256=" + Segment.digest(piece);
        return transport.post(path, piece, OutputKept.class, CALL_TIMEOUT).stored();
    }

    /** How a command ended. */
    public void reportCommand(UUID command, byte[] report) throws ServerException {
        String path = "/node/v1/commands/" + command + "/end?sha256=" + Segment.digest(report);
        transport.post(path, report, OutputKept.class, CALL_TIMEOUT);
    }

    /** To a gateway, which knows this node by the same certificate and has its own from the same authority. */
    public CompletableFuture<WebSocket> openStream(URI gateway, WebSocket.Listener listener) {
        return transport.openStream(gateway, listener);
    }

    private Credentials heard(Credentials credentials) {
        clock.heard(credentials.serverTime());
        return credentials;
    }

    @Override
    public void close() {
        transport.close();
    }

    public record EnrollRequest(String joinToken, String csr, String hostname, String agentVersion, String bootId) {}

    public record ChecksReport(String agentVersion, List<CheckResult> checks) {}

    public record CheckResult(
            String name,
            String state,
            String finding,
            @Nullable String action) {}

    private record SegmentKept(String sha256) {}

    private record FileNoted(String streamId) {}

    private record OutputKept(long stored) {}

    private record TerminalNoted(String terminalId) {}

    private record RenewRequest(String csr) {}

    private record RecoverRequest(String certificate, String csr) {}

    private record EventsRequest(int attempt, List<TaskEvent> events) {}

    private record TopologyRequest(String bootId, JsonNode facts, String digest) {}

    private record InventoryRequest(String bootId, List<RunningThing> running) {}

    /** The tasks stay as they came: each is read strictly and alone, so that a bad one does not hide the others. */
    public record PollAnswer(
            Instant serverTime,
            List<JsonNode> tasks,
            List<TaskId> cancel,
            boolean wantTopology,
            boolean wantInventory,
            boolean credentialsStale) {

        public PollAnswer {
            tasks = tasks == null ? List.of() : List.copyOf(tasks);
            cancel = cancel == null ? List.of() : List.copyOf(cancel);
        }
    }

    /** The highest index the server has taken for this attempt. */
    public record EventsAnswer(int confirmedIndex, boolean cancel) {}

    public record HeartbeatAnswer(Instant serverTime, boolean wantTopology) {}

    /** Something of a tenant that runs on the host: a user, a slice, a container. */
    public record RunningThing(String kind, String id) {}
}
