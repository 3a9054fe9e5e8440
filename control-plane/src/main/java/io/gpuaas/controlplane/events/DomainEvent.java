package io.gpuaas.controlplane.events;

/**
 * Something that happened to an aggregate. The record's components are the payload described in
 * contracts/asyncapi.yaml; the part of {@link #type} before the dot names the stream.
 */
public interface DomainEvent {

    String type();

    Aggregate aggregate();

    /** The thing whose events keep their order. */
    record Aggregate(String type, String id) {

        /** How the aggregate is written in a column. */
        public String key() {
            return type + ":" + id;
        }

        static Aggregate parse(String key) {
            int colon = key.indexOf(':');
            return new Aggregate(key.substring(0, colon), key.substring(colon + 1));
        }
    }
}
