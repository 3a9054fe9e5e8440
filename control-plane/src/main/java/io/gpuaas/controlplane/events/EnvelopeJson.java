package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.TypedIdJson;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.events.EventDiscarded;
import io.gpuaas.events.EventTypes;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The one place where envelopes are written and read. */
@Component
class EnvelopeJson {

    private final JsonMapper mapper = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(inclusion ->
                    inclusion.withValueInclusion(com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL))
            .addModule(TypedIdJson.module())
            .build();

    /** An envelope whose sequence the database has still to give: it goes between head and tail. */
    record Unsequenced(UUID eventId, String head, String tail) {}

    Unsequenced write(DomainEvent event, UUID eventId, Instant occurredAt, Call call, @Nullable String traceParent) {
        ObjectNode envelope = mapper.createObjectNode();
        envelope.put("event_id", eventId.toString());
        envelope.put("event_type", event.type());
        envelope.put("aggregate_type", event.aggregate().type());
        envelope.put("aggregate_id", event.aggregate().id());
        envelope.put("occurred_at", occurredAt.toString());
        envelope.put("correlation_id", call.correlationId().value());
        if (traceParent != null) {
            envelope.put("trace_parent", traceParent);
        }
        if (call.tenantId() != null) {
            envelope.put("tenant_id", call.tenantId().toString());
        }
        if (call.projectId() != null) {
            envelope.put("project_id", call.projectId().toString());
        }
        envelope.set("payload", mapper.valueToTree(event));
        return new Unsequenced(
                eventId,
                "{\"sequence\":",
                "," + mapper.writeValueAsString(envelope).substring(1));
    }

    /** The same envelope with another type and payload: an operator gave the event up. */
    String tombstone(String envelope, EventDiscarded discarded) {
        ObjectNode node = (ObjectNode) mapper.readTree(envelope);
        node.put("event_type", discarded.type());
        node.set("payload", mapper.valueToTree(discarded));
        return mapper.writeValueAsString(node);
    }

    /** The part of the envelope that a consumer needs before its handler reads the payload. */
    record Opened(
            String type,
            String correlationId,
            @Nullable String traceParent,
            @Nullable TenantId tenantId,
            @Nullable ProjectId projectId,
            Instant occurredAt,
            JsonNode payload) {}

    Opened open(String envelope) {
        JsonNode node = mapper.readTree(envelope);
        return new Opened(
                EventTypes.current(node.path("event_type").asString()),
                node.path("correlation_id").asString(),
                text(node, "trace_parent").orElse(null),
                text(node, "tenant_id").map(TenantId::parse).orElse(null),
                text(node, "project_id").map(ProjectId::parse).orElse(null),
                Instant.parse(node.path("occurred_at").asString()),
                node.path("payload"));
    }

    /** Also of an envelope that is broken: then the event's own id must do. */
    String correlationId(Event event) {
        try {
            return open(event.envelope()).correlationId();
        } catch (RuntimeException e) {
            return event.id().toString();
        }
    }

    /** The event as its record. Fields that this release does not know are ignored. */
    DomainEvent event(Opened envelope) {
        Class<? extends DomainEvent> type = EventTypes.find(envelope.type())
                .orElseThrow(() -> new IllegalArgumentException("there is no event " + envelope.type()));
        return mapper.treeToValue(envelope.payload(), type);
    }

    private static Optional<String> text(JsonNode node, String name) {
        return Optional.ofNullable(node.get(name)).map(JsonNode::asString);
    }
}
