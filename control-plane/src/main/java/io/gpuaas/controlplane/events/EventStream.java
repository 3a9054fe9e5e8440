package io.gpuaas.controlplane.events;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/** The streams of the bus. {@link #BY_PACKAGE} says which packages' events each carries. */
enum EventStream {
    PLATFORM,
    PROVISIONING,
    BILLING,
    PAYMENTS,
    APPS,
    NODES,
    DLQ;

    private static final Map<String, EventStream> BY_PACKAGE = Map.ofEntries(
            entry("identity", PLATFORM),
            entry("access", PLATFORM),
            entry("policy", PLATFORM),
            entry("offerings", PLATFORM),
            entry("nodes", NODES),
            entry("inventory", NODES),
            entry("updates", NODES),
            entry("gateways", NODES),
            entry("allocations", PROVISIONING),
            entry("billing", BILLING),
            entry("payments", PAYMENTS),
            entry("artifacts", APPS),
            entry("catalogue", APPS),
            entry("entitlements", APPS),
            entry("events", DLQ),
            // Types of older releases begin with these; EventTypes.current gives their present types.
            entry("platform", PLATFORM),
            entry("provisioning", PROVISIONING),
            entry("dlq", DLQ));

    static Optional<EventStream> find(String eventType) {
        return Optional.ofNullable(BY_PACKAGE.get(eventType.substring(0, eventType.indexOf('.'))));
    }

    static EventStream of(String eventType) {
        return find(eventType).orElseThrow(() -> new IllegalArgumentException("no stream carries " + eventType));
    }
}
