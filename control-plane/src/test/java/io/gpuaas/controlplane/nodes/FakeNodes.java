package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Nodes that are rows: ready without a host behind them, executing tasks when the test says so. */
public final class FakeNodes {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TestControlPlane plane;
    private final List<NodeId> nodes = new ArrayList<>();
    private final Set<NodeId> away = ConcurrentHashMap.newKeySet();

    /** The error code of failing nodes. */
    public volatile String failureCode = "simulated";

    public FakeNodes(TestControlPlane plane) {
        this.plane = plane;
    }

    public record Told(NodeId node, String type, JsonNode payload) {}

    /** The result a node reports: an output as JSON, or nothing when it fails. */
    public interface Behaviour extends Function<Told, Optional<String>> {

        Behaviour WORKS = told -> Optional.of(output(told));
        Behaviour FAILS = told -> Optional.empty();
    }

    public NodeId add(String driverModel, int gpus) {
        NodeId node = new NodeId(UUID.randomUUID());
        plane.database().execute("""
                INSERT INTO nodes.node (id, name, state, state_since, hostname, topology_version, want_topology,
                    want_inventory, created_at)
                VALUES ('%s', 'fake-%s', 'ready', now(), 'fake-host', 1, false, false, now())""".formatted(node, node));
        StringBuilder facts = new StringBuilder();
        StringBuilder pairings = new StringBuilder();
        for (int i = 0; i < gpus; i++) {
            String uuid = "GPU-" + UUID.randomUUID();
            String address = String.format(Locale.ROOT, "0000:%02x:00.0", i + 1);
            plane.database().execute("""
                    INSERT INTO nodes.gpu (node_id, uuid, pci_address, model, state, state_since)
                    VALUES ('%s', '%s', '%s', '%s', 'in_service', now())""".formatted(node, uuid, address, driverModel));
            facts.append(i == 0 ? "" : ",")
                    .append("{\"uuid\":\"%s\",\"pci_address\":\"%s\",\"numa_node\":%d}"
                            .formatted(uuid, address, i * 2 / gpus));
            pairings.append(i == 0 ? "" : ",")
                    .append("{\"gpu\":\"%s\",\"nvme\":\"%s\",\"nic\":\"%s\"}"
                            .formatted(address, nvmeOf(address), nicOf(address)));
        }
        plane.database().execute("""
                INSERT INTO nodes.topology (node_id, version, digest, boot_id, facts, reported_at)
                VALUES ('%s', 1, 'd', 'b', '{"gpus":[%s],"pairings":[%s]}', now())""".formatted(node, facts, pairings));
        nodes.add(node);
        announce(node, NodeState.READY);
        return node;
    }

    /** The disk that lies beside the GPU. */
    public static String nvmeOf(String gpuAddress) {
        return gpuAddress.replace(":00.0", ":01.0");
    }

    /** The fabric port that lies beside the GPU. */
    public static String nicOf(String gpuAddress) {
        return gpuAddress.replace(":00.0", ":02.0");
    }

    private void announce(NodeId node, NodeState state) {
        inCall(() -> plane.bean(NodeLifecycle.class).announce(node, state, null));
    }

    private void inCall(Runnable work) {
        Call.system("test", new CorrelationId("fake-nodes")).run(() -> {
            plane.bean(TransactionTemplate.class).executeWithoutResult(status -> work.run());
            return true;
        });
    }

    /** It executes no task until it is back. */
    public void fallSilent(NodeId node) {
        away.add(node);
        setState(node, NodeState.UNREACHABLE);
    }

    /** One of them goes away, or comes back with these things. */
    public synchronized void turn(int which, String kind, List<String> things) {
        NodeId node = nodes.get(which % nodes.size());
        if (away.contains(node)) {
            comeBack(node, kind, things);
        } else {
            fallSilent(node);
        }
    }

    public synchronized void bringAllBack(String kind, List<String> things) {
        List.copyOf(away).forEach(node -> comeBack(node, kind, things));
    }

    /** Was last seen at that time, which is found out now. */
    public void fallSilent(NodeId node, Instant heardAt) {
        plane.database().execute("""
                INSERT INTO nodes.pulse (node_id, heard_at) VALUES ('%s', '%s')""".formatted(node, heardAt));
        fallSilent(node);
    }

    /** Was silent after that moment, and reported its running instances before anyone looked. */
    public void blink(NodeId node, Instant heardAt, String kind, List<String> things) {
        PulseStore pulses = plane.bean(PulseStore.class);
        pulses.writePulses(List.of(Heartbeats.Pulse.at(heardAt, node, null)), Instant.EPOCH);
        pulses.writePulses(
                List.of(Heartbeats.Pulse.at(
                        heardAt.plus(SilenceWatch.SILENCE_MAX).plusSeconds(1), node, null)),
                Instant.EPOCH);
        inCall(() -> {
            plane.bean(SilenceWatch.class)
                    .markSilentSince(Instant.EPOCH, plane.bean(Clock.class).instant());
            comeBack(node, kind, things);
        });
    }

    /** In a heartbeat: what a guest on the node says about that GPU. */
    public void guestReportsXid(NodeId node, String gpu, int xid) {
        String sample = "{\"uuid\":\"%s\",\"xid\":[%d]}".formatted(gpu, xid);
        look(
                node,
                "\"gpus\":[],\"guests\":[{\"guest_id\":\"g\",\"at\":\"%s\",\"gpus\":[%s]}]"
                        .formatted(plane.bean(Clock.class).instant(), sample));
    }

    /** In a heartbeat: what the agent of the host says about that GPU. */
    public void hostReportsXid(NodeId node, String gpu, int xid) {
        look(node, "\"gpus\":[{\"uuid\":\"%s\",\"xid\":[%d]}]".formatted(gpu, xid));
    }

    public void hostReportsFault(NodeId node, String fault) {
        look(node, "\"gpus\":[],\"faults\":[\"%s\"]".formatted(fault));
    }

    private void look(NodeId node, String said) {
        plane.bean(FaultWatch.class)
                .look(
                        node,
                        plane.bean(NodeJson.class)
                                .read(
                                        ("{\"boot_id\":\"b\",\"agent_version\":\"1\",\"at\":\"%s\",\"last_sequence\":0,"
                                                                .formatted(plane.bean(Clock.class)
                                                                        .instant())
                                                        + "\"running_tasks\":[]," + said + "}")
                                                .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                                        NodeMessages.Heartbeat.class));
    }

    /** In a poll: the agent knows less than it once did. */
    public void goBack(NodeId node) {
        inCall(() -> plane.bean(NodeLifecycle.class)
                .wentBack(plane.bean(NodeStore.class).lock(node), 0));
    }

    /** The node itself stays there. */
    public void loseGpus(NodeId node) {
        setGpus(node, "missing");
    }

    public void findGpusAgain(NodeId node) {
        setGpus(node, "in_service");
    }

    private void setGpus(NodeId node, String state) {
        plane.database().execute("UPDATE nodes.gpu SET state = '%s' WHERE node_id = '%s'".formatted(state, node));
        announce(node, NodeState.READY);
    }

    /** With these things still there. */
    public void comeBack(NodeId node, String kind, List<String> things) {
        for (String thing : things) {
            plane.database().execute("""
                    INSERT INTO nodes.running (node_id, kind, id, verdict, checked_at)
                    VALUES ('%s', '%s', '%s', 'verified', '%s')
                    ON CONFLICT (node_id, kind, id) DO UPDATE SET verdict = 'verified', checked_at = excluded.checked_at""".formatted(
                            node, kind, thing, plane.bean(Clock.class).instant()));
        }
        plane.database().execute("DELETE FROM nodes.pulse WHERE node_id = '%s'".formatted(node));
        inCall(() -> plane.bean(NodeStore.class)
                .setInventory(node, plane.bean(Clock.class).instant()));
        setState(node, NodeState.READY);
        away.remove(node);
    }

    public void retire(NodeId node) {
        inCall(() -> plane.bean(Fleet.class).retire(node, "test"));
    }

    private void setState(NodeId node, NodeState state) {
        inCall(() -> {
            NodeRecord row = plane.bean(NodeStore.class).lock(node);
            plane.bean(NodeLifecycle.class).change(row, state, "test");
        });
    }

    /** How many tasks of these nodes wait to be done. */
    public int open() {
        return nodes.stream().mapToInt(node -> tasks(node).size()).sum();
    }

    public int perform(Behaviour behaviour) {
        return perform(behaviour, Integer.MAX_VALUE);
    }

    /** Does what waits, so many at most, and says how many were done. */
    public int perform(Behaviour behaviour, int atMost) {
        int done = 0;
        for (NodeId node : nodes) {
            for (TaskRecord task : away.contains(node) ? List.<TaskRecord>of() : tasks(node)) {
                if (done < atMost && end(task, behaviour)) {
                    done++;
                }
            }
        }
        return done;
    }

    private List<TaskRecord> tasks(NodeId node) {
        return plane.bean(TaskStore.class).list(node, TaskState.QUEUED, null, 1_000);
    }

    private boolean end(TaskRecord listed, Behaviour behaviour) {
        boolean[] ended = new boolean[1];
        inCall(() -> {
            TaskStore store = plane.bean(TaskStore.class);
            TaskRecord task = store.lock(listed.id()).orElseThrow();
            if (task.state() != TaskState.QUEUED) {
                return;
            }
            Optional<String> output = behaviour.apply(new Told(
                    task.node(),
                    task.type(),
                    JSON.readTree(task.order().payload().bytes())));
            TaskRecord running =
                    task.running(0, 0, null, plane.bean(Clock.class).instant());
            plane.bean(NodeTasks.class)
                    .end(
                            running,
                            output.isPresent() ? TaskState.SUCCEEDED : TaskState.FAILED,
                            output.map(text -> new TaskEnd(null, null, text))
                                    .orElseGet(() -> TaskEnd.because(failureCode, "It was told to fail.")));
            ended[0] = true;
        });
        return ended[0];
    }

    /** As a host answers with which nothing is wrong. */
    public static String output(Told told) {
        JsonNode payload = told.payload();
        return switch (told.type()) {
            case "user.provision" ->
                "{\"username\":\"%s\",\"uid\":%d,\"home\":\"/home/x\",\"ssh_port\":22}"
                        .formatted(
                                payload.path("username").asString(),
                                payload.path("uid").asInt());
            case "gpu.verify" -> {
                List<String> verdicts = new ArrayList<>();
                // The leases name the GPUs, in the same order; parts of one have a slash and a number.
                List<String> uuids = payload.path("leases")
                        .valueStream()
                        .map(lease -> lease.path("device").asString().split("/", 2)[0])
                        .distinct()
                        .toList();
                payload.path("gpus")
                        .forEach(gpu -> verdicts.add("{\"pci_address\":\"%s\",\"uuid\":\"%s\",\"healthy\":true}"
                                .formatted(gpu.asString(), uuids.get(verdicts.size()))));
                List<String> instances = new ArrayList<>();
                payload.path("instances").forEach(wanted -> instances.add(instance(wanted)));
                yield "{\"gpus\":[" + String.join(",", verdicts) + "],\"instances\":[" + String.join(",", instances)
                        + "]}";
            }
            case "slice.provision" -> {
                List<String> seen = new ArrayList<>();
                payload.path("leases")
                        .forEach(lease -> seen.add("{\"uuid\":\"%s\"}"
                                .formatted(lease.path("device").asString())));
                yield "{\"slice_id\":\"%s\",\"ssh_port\":22,\"gpus\":[%s]}"
                        .formatted(payload.path("slice_id").asString(), String.join(",", seen));
            }
            case "slice.release" ->
                "{\"slice_id\":\"%s\",\"gpus_returned\":[]}"
                        .formatted(payload.path("slice_id").asString());
            case "mig.provision" -> instance(payload);
            case "mig.release" -> "{\"removed\":true}";
            case "user.revoke" -> "{\"removed\":true}";
            case "ssh_keys.reconcile" -> "{\"added\":0,\"removed\":0}";
            case "host.reimage" -> "{\"reimaged\":true}";
            default -> "{}";
        };
    }

    private static String instance(JsonNode wanted) {
        return "{\"pci_address\":\"%s\",\"profile_id\":%d,\"start\":%d,\"uuid\":\"MIG-%2$d-%3$d\"}"
                .formatted(
                        wanted.path("pci_address").asString(),
                        wanted.path("profile_id").asInt(),
                        wanted.path("start").asInt());
    }
}
