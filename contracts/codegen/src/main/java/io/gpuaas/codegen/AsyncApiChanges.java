package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds changes between two AsyncAPI contracts that break consumers. A consumer must be able to read events written before and
 * after the change, so a field may neither become required nor cease to be.
 */
final class AsyncApiChanges {

    private static final String ENVELOPE = "Envelope";

    private final JsonNode accepted;
    private final JsonNode current;
    private final List<String> changes = new ArrayList<>();

    private AsyncApiChanges(JsonNode accepted, JsonNode current) {
        this.accepted = accepted;
        this.current = current;
    }

    static List<String> find(JsonNode accepted, JsonNode current) {
        AsyncApiChanges comparison = new AsyncApiChanges(accepted, current);
        comparison.compareEnvelope();
        comparison.compareEvents();
        comparison.compareChannels();
        return comparison.changes;
    }

    private void compareEnvelope() {
        JsonNode was = accepted.at("/components/schemas/" + ENVELOPE);
        if (!was.isMissingNode()) {
            comparePayload("envelope", was, current.at("/components/schemas/" + ENVELOPE));
        }
    }

    private void compareEvents() {
        Map<String, JsonNode> now = events(current);
        events(accepted).forEach((name, was) -> {
            JsonNode is = now.get(name);
            if (is == null) {
                changes.add("event " + name + " is gone");
                return;
            }
            was.path(OperationRules.EXTENSION).properties().forEach(rule -> {
                JsonNode value = is.path(OperationRules.EXTENSION).path(rule.getKey());
                if (!value.equals(rule.getValue())) {
                    changes.add("event " + name + ": its " + rule.getKey() + " is " + value.asText("absent") + ", was "
                            + rule.getValue().asText());
                }
            });
            comparePayload("event " + name, was.path("payload"), is.path("payload"));
        });
    }

    private static Map<String, JsonNode> events(JsonNode contract) {
        Map<String, JsonNode> events = new TreeMap<>();
        contract.at("/components/messages")
                .properties()
                .forEach(message ->
                        events.put(message.getValue().path("name").asText(message.getKey()), message.getValue()));
        return events;
    }

    private void compareChannels() {
        accepted.path("channels").properties().forEach(channel -> {
            JsonNode is = current.path("channels").path(channel.getKey());
            JsonNode was = channel.getValue();
            String name = "channel " + channel.getKey();
            if (is.isMissingNode()) {
                changes.add(name + " is gone");
                return;
            }
            if (!was.path("address").equals(is.path("address"))) {
                changes.add(name + ": its address is " + is.path("address").asText("absent") + ", was "
                        + was.path("address").asText());
            }
            was.path("messages").fieldNames().forEachRemaining(message -> {
                if (!is.path("messages").has(message)) {
                    changes.add(name + ": carries " + message + " no longer");
                }
            });
        });
    }

    private void comparePayload(String where, JsonNode was, JsonNode is) {
        SchemaChanges.find(new SchemaChanges.Schema(accepted, was), new SchemaChanges.Schema(current, is))
                .forEach(change -> changes.add(where + ": " + change));
    }
}
