package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/**
 * The simulated hosts of a demo's past, in this process: they join, poll, do their tasks and report through the same
 * services as hosts that dial the node port, only without the network between.
 */
@Component
public class DemoHosts {

    private static final int GPUS = 8;
    private static final long GPU_MEMORY_BYTES = 80L << 30;
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);
    private static final String BOOT = "demo-past";
    private static final String AGENT = "demo";

    private final JoinTokens tokens;
    private final Enrolment enrolment;
    private final NodeTrust trust;
    private final Reconciliation reconciliation;
    private final Polls polls;
    private final TaskReports reports;
    private final NodeJson json;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;
    private final List<Host> hosts = new ArrayList<>();

    DemoHosts(
            JoinTokens tokens,
            Enrolment enrolment,
            NodeTrust trust,
            Reconciliation reconciliation,
            Polls polls,
            TaskReports reports,
            NodeJson json,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.tokens = tokens;
        this.enrolment = enrolment;
        this.trust = trust;
        this.reconciliation = reconciliation;
        this.polls = polls;
        this.reports = reports;
        this.json = json;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    /** Lets a host of eight GPUs join; it is ready when this returns. */
    public NodeId join(String hostname) {
        Host host = new Host();
        NodeMessages.Credentials credentials = host.as(Caller.ANONYMOUS, () -> {
            String token = transaction.execute(
                    status -> tokens.create(1, TOKEN_LIFETIME, null).getFirst().text());
            return enrolment.enroll(new NodeMessages.Enroll(token, host.request(), hostname, AGENT, BOOT));
        });
        host.adopt(credentials);
        host.describe();
        hosts.add(host);
        return credentials.nodeId();
    }

    /** Each host does the tasks that wait for it. Returns how many there were. */
    public int work() {
        return hosts.stream().mapToInt(Host::work).sum();
    }

    private final class Host {

        private final Map<String, String> gpus = new LinkedHashMap<>();
        private KeyPair keys = KeyPairs.p256();
        private X509Certificate[] certificate = {};
        private Instant renewAt = Instant.MAX;
        private long lastSequence;

        Host() {
            for (int i = 0; i < GPUS; i++) {
                gpus.put(String.format(Locale.ROOT, "0000:%02x:00.0", 0x10 + i), "GPU-" + UUID.randomUUID());
            }
        }

        String request() {
            return CertificateRequest.of(keys).pem();
        }

        void adopt(NodeMessages.Credentials credentials) {
            try {
                certificate = Pem.readCertificates(credentials.certificate()).toArray(X509Certificate[]::new);
            } catch (CertificateException e) {
                throw new IllegalStateException("our own authority issued it", e);
            }
            renewAt = new RenewalRule.Life(clock.instant(), credentials.notAfter()).half();
        }

        <T> T as(Caller caller, Supplier<T> work) {
            return new Call("demo host", caller, CorrelationId.create(ids), null, null, null).run(work::get);
        }

        private Caller caller(NodeTrust.Speaker speaker) {
            return new Caller("node:" + speaker.node(), Caller.Kind.SYSTEM, "a node");
        }

        /** Under a new certificate once the last one is old. */
        private NodeTrust.Speaker speaker() {
            if (clock.instant().isAfter(renewAt)) {
                String last = Pem.write(List.of(certificate));
                adopt(as(Caller.ANONYMOUS, () -> enrolment.recover(new NodeMessages.Recover(last, request()))));
            }
            NodeTrust.Speaker speaker = trust.require(certificate);
            if (speaker.serial().equals(speaker.entry().next())) {
                enrolment.promote(speaker.node(), speaker.serial());
            }
            return speaker;
        }

        void describe() {
            NodeTrust.Speaker speaker = speaker();
            List<Map<String, Object>> seen = new ArrayList<>();
            gpus.forEach((address, uuid) -> seen.add(Map.of(
                    "uuid", uuid,
                    "pci_address", address,
                    "model", "NVIDIA H100 80GB HBM3",
                    "memory_bytes", GPU_MEMORY_BYTES,
                    "numa_node", seen.size() * 2 / GPUS)));
            JsonNode facts = json.tree(Map.of("simulated", true, "gpus", seen));
            String digest = Digests.hexSha256(json.text(facts).getBytes(StandardCharsets.UTF_8));
            as(caller(speaker), () -> {
                reconciliation.topology(speaker, new NodeMessages.Topology(BOOT, facts, "sha256:" + digest));
                return reconciliation.inventory(speaker, new NodeMessages.Inventory(BOOT, List.of()));
            });
        }

        int work() {
            NodeTrust.Speaker speaker = speaker();
            return as(caller(speaker), () -> {
                List<NodeMessages.Envelope> tasks = polls.answer(speaker, new NodeMessages.Poll(BOOT, lastSequence, 0))
                        .tasks();
                tasks.forEach(task -> perform(speaker, task));
                return tasks.size();
            });
        }

        private void perform(NodeTrust.Speaker speaker, NodeMessages.Envelope task) {
            lastSequence = Math.max(lastSequence, task.sequence());
            JsonNode payload = json.read(Base64.getDecoder().decode(task.payload()), JsonNode.class);
            reports.take(
                    speaker,
                    task.taskId(),
                    new NodeMessages.TaskEvents(task.attempt(), List.of(started(), succeeded(output(task, payload)))));
        }

        private NodeMessages.TaskEvent started() {
            return new NodeMessages.TaskEvent(0, clock.instant(), "started", null, null, null, null, null, null);
        }

        private NodeMessages.TaskEvent succeeded(JsonNode output) {
            return new NodeMessages.TaskEvent(
                    1, clock.instant(), "result", null, null, null, "succeeded", null, output);
        }

        /** Answers as a host on which nothing is wrong. */
        private JsonNode output(NodeMessages.Envelope task, JsonNode payload) {
            return json.tree(
                    switch (task.type()) {
                        case "slice.provision" ->
                            Map.of(
                                    "slice_id", payload.path("slice_id").asString(),
                                    "ssh_port", 22,
                                    "gpus",
                                            payload.path("gpus")
                                                    .valueStream()
                                                    .map(address -> Map.of("uuid", gpus.get(address.asString())))
                                                    .toList());
                        case "slice.release" ->
                            Map.of("slice_id", payload.path("slice_id").asString(), "gpus_returned", List.of());
                        case "ssh_keys.reconcile" -> Map.of("added", 0, "removed", 0);
                        default -> throw new IllegalStateException("the demo's past has no task " + task.type());
                    });
        }
    }
}
