package io.gpuaas.fleet;

import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a node says that did what it was told, in the form contracts/node-tasks asks for. */
final class Answers {

    private static final int UID = 10_000;

    private Answers() {}

    static Map<String, Object> to(Envelope task) {
        JsonNode asked = Json.LENIENT.readTree(task.payloadBytes());
        return switch (task.type()) {
            case "user.provision" -> login(asked);
            case "user.revoke" -> Map.of("removed", true, "processes_ended", 0);
            case "ssh_keys.reconcile" -> Map.of("added", 0, "removed", 0);
            case "gpu.verify" -> Map.of("gpus", healthy(asked.path("gpus")));
            case "slice.provision" ->
                Map.of(
                        "slice_id", asked.path("slice_id").asString(),
                        "address", "192.0.2.10",
                        "ssh_port", 22,
                        "gpus", seen(asked.path("gpus")));
            case "slice.release" ->
                Map.of("slice_id", asked.path("slice_id").asString(), "gpus_returned", List.of());
            case "host.reimage" -> Map.of("reimaged", true);
            case "node.drain" -> Map.of("remaining", List.of());
            case "logs.collect" -> Map.of("logs", List.of());
            default -> Map.of();
        };
    }

    private static Map<String, Object> login(JsonNode asked) {
        String name = asked.path("username").asString();
        return Map.of(
                "username", name,
                "uid", asked.path("uid").asInt(UID),
                "home", "/home/" + name,
                "ssh_port", 22);
    }

    private static List<Map<String, Object>> healthy(JsonNode addresses) {
        List<Map<String, Object>> verdicts = new ArrayList<>();
        addresses.forEach(address -> verdicts.add(Map.of("pci_address", address.asString(), "healthy", true)));
        return verdicts;
    }

    private static List<Map<String, Object>> seen(JsonNode addresses) {
        List<Map<String, Object>> gpus = new ArrayList<>();
        addresses.forEach(
                address -> gpus.add(Map.of("uuid", "GPU-" + address.asString(), "pci_address", address.asString())));
        return gpus;
    }
}
