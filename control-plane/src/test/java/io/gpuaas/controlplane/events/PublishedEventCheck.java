package io.gpuaas.controlplane.events;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gpuaas.api.WaitingEvents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.BeanPostProcessor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Sits in front of the bus of every control plane under test and refuses an event that does not match
 * contracts/asyncapi.yaml. A refused event is stuck, and {@link #FAULTS} says why.
 */
public class PublishedEventCheck implements BeanPostProcessor {

    public static final ConcurrentLinkedQueue<String> FAULTS = new ConcurrentLinkedQueue<>();
    public static final Set<String> SEEN = java.util.concurrent.ConcurrentHashMap.newKeySet();

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonNode ASYNCAPI = YAMLMapper.builder()
            .build()
            .readTree(PublishedEventCheck.class.getResourceAsStream("/contracts/asyncapi.yaml"));

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof EventBus bus ? new Checked(bus) : bean;
    }

    /** The event types the contract knows, with the name of their payload's schema. */
    static Map<String, String> types() {
        Map<String, String> types = new HashMap<>();
        for (JsonNode message : ASYNCAPI.at("/components/messages")) {
            String reference = message.at("/payload/$ref").asString();
            types.put(message.path("name").asString(), reference.substring(reference.lastIndexOf('/') + 1));
        }
        return types;
    }

    /** The stream of each event type. */
    static Map<String, String> streams() {
        Map<String, String> streams = new HashMap<>();
        for (JsonNode message : ASYNCAPI.at("/components/messages")) {
            streams.put(
                    message.path("name").asString(),
                    message.at("/x-gpuaas/stream").asString());
        }
        return streams;
    }

    static List<String> faults(String envelope) {
        JsonNode node = JSON.readTree(envelope);
        String schema = types().get(node.path("event_type").asString());
        if (schema == null) {
            return List.of("asyncapi.yaml has no event " + node.path("event_type"));
        }
        List<String> faults = new java.util.ArrayList<>(check("Envelope", node));
        faults.addAll(check(schema, node.path("payload")));
        return faults;
    }

    private static List<String> check(String schema, JsonNode value) {
        ObjectNode root =
                (ObjectNode) ASYNCAPI.at("/components/schemas/" + schema).deepCopy();
        Schema compiled =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(root);
        return compiled.validate(value).stream()
                .map(error -> schema + ": " + error)
                .toList();
    }

    private record Checked(EventBus bus) implements EventBus {

        @Override
        public Map<UUID, String> publish(List<Event> events) throws BusUnavailableException {
            Map<UUID, String> refused = new HashMap<>();
            List<Event> fine = events.stream()
                    .filter(event -> {
                        List<String> faults = faults(event.envelope());
                        SEEN.add(JSON.readTree(event.envelope())
                                .path("event_type")
                                .asString());
                        if (!faults.isEmpty()) {
                            FAULTS.add(event.type() + " " + faults);
                            refused.put(event.id(), faults.toString());
                        }
                        return faults.isEmpty();
                    })
                    .collect(Collectors.toList());
            refused.putAll(bus.publish(fine));
            return refused;
        }

        @Override
        public Subscription subscribe(String consumer, Set<String> types, Receiver receiver) {
            return bus.subscribe(consumer, types, receiver);
        }

        @Override
        public Subscription listen(Set<String> types, Receiver receiver) {
            return bus.listen(types, receiver);
        }

        @Override
        public WaitingEvents behind(String consumer, Set<String> types) throws BusUnavailableException {
            return bus.behind(consumer, types);
        }

        @Override
        public boolean reachable() {
            return bus.reachable();
        }

        @Override
        public void close() {
            bus.close();
        }
    }
}
