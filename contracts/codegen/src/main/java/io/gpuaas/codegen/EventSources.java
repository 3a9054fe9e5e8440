package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A record for every event, from {@code contracts/asyncapi.yaml}, and the list of all of them. */
final class EventSources {

    private static final String PACKAGE_FOLDER = ServerSources.FOLDER + "/io/gpuaas/events/";

    private EventSources() {}

    static FileTree generate(Path asyncApiFile, Path openApiFile) throws IOException {
        Set<String> typedIds =
                ContractModel.typedIds(ContractFiles.readOpenApi(openApiFile)).keySet();
        List<EventMessage> events = EventMessage.readAll(asyncApiFile);
        FileTree tree = FileTree.ofFolder(ServerSources.FOLDER);
        tree.put(PACKAGE_FOLDER + "package-info.java", PACKAGE_INFO);
        tree.put(
                PACKAGE_FOLDER + "DomainEvent.java",
                JavaText.tidy(DOMAIN_EVENT.replace(
                        "$RECORDS",
                        events.stream()
                                .map(EventMessage::recordName)
                                .sorted()
                                .collect(Collectors.joining(",\n                ")))));
        tree.put(PACKAGE_FOLDER + "EventTypes.java", JavaText.tidy(eventTypes(events)));
        for (EventMessage event : events) {
            tree.put(
                    PACKAGE_FOLDER + event.recordName() + ".java",
                    JavaText.tidy(source(event, EventField.readAll(event, typedIds))));
        }
        return tree;
    }

    private static String source(EventMessage event, List<EventField> fields) {
        String description = event.schema().path("description").asText("");
        return RECORD.replace("$DESCRIPTION", description.isEmpty() ? "" : "/** " + description + " */\n")
                .replace("$IMPORTS", fields.stream().map(EventField::imports).collect(Collectors.joining()))
                .replace("$NAME", event.recordName())
                .replace(
                        "$COMPONENTS",
                        fields.stream().map(EventField::declaration).collect(Collectors.joining(",\n        ")))
                .replace("$CONSTRUCTOR", constructor(event, fields))
                .replace("$TYPE", JavaText.quote(event.type()))
                .replace("$AGGREGATE", aggregate(event));
    }

    private static String constructor(EventMessage event, List<EventField> fields) {
        String copies = fields.stream()
                .filter(EventField::isList)
                .map(field -> "        " + field.copy() + "\n")
                .collect(Collectors.joining());
        return copies.isEmpty() ? "" : "    public %s {\n%s    }\n\n".formatted(event.recordName(), copies);
    }

    private static String aggregate(EventMessage event) {
        if (event.key().isEmpty()) {
            return "throw new UnsupportedOperationException(\"It has the aggregate of the event it replaces.\");";
        }
        return Stream.concat(
                        Stream.of(JavaText.quote(event.aggregate())),
                        event.key().stream().map(EventField::camelCase))
                .collect(Collectors.joining(", ", "return Aggregate.of(", ");"));
    }

    private static String eventTypes(List<EventMessage> events) {
        return EVENT_TYPES
                .replace(
                        "$RECORDS",
                        entries(events.stream()
                                .map(EventMessage::recordName)
                                .sorted()
                                .map(name -> name + ".TYPE, " + name + ".class")))
                .replace(
                        "$FORMER",
                        entries(events.stream()
                                .filter(event -> event.former() != null)
                                .map(event -> JavaText.quote(event.former()) + ", " + event.recordName() + ".TYPE")
                                .sorted()));
    }

    private static String entries(Stream<String> pairs) {
        return pairs.map(pair -> "Map.entry(" + pair + ")").collect(Collectors.joining(",\n            "));
    }

    private static final String PACKAGE_INFO = """
            // Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
            /**
             * The events of the contract as records: a domain publishes one through the outbox, others switch over it. The
             * part of a type before the dot names the package that publishes the event.
             */
            @NullMarked
            package io.gpuaas.events;

            import org.jspecify.annotations.NullMarked;
            """;

    private static final String DOMAIN_EVENT = """
            // Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.events;

            import java.util.Objects;
            import java.util.stream.Collectors;
            import java.util.stream.Stream;
            import org.jspecify.annotations.Nullable;

            /** Something that happened to an aggregate. The components of the record are the payload. */
            public sealed interface DomainEvent
                    permits
                            $RECORDS {

                /** The event's name on the wire. */
                String type();

                Aggregate aggregate();

                /** The thing whose events keep their order. */
                record Aggregate(String type, String id) {

                    /** Joins the parts that are present. */
                    static Aggregate of(String type, @Nullable Object... parts) {
                        return new Aggregate(
                                type,
                                Stream.of(parts)
                                        .filter(Objects::nonNull)
                                        .map(Object::toString)
                                        .collect(Collectors.joining("/")));
                    }

                    /** Reads what {@link #key} wrote. */
                    public static Aggregate parse(String key) {
                        int colon = key.indexOf(':');
                        return new Aggregate(key.substring(0, colon), key.substring(colon + 1));
                    }

                    /** The form stored in a database column. */
                    public String key() {
                        return type + ":" + id;
                    }
                }
            }
            """;

    private static final String EVENT_TYPES = """
            // Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.events;

            import java.util.Collection;
            import java.util.HashSet;
            import java.util.Map;
            import java.util.Optional;
            import java.util.Set;

            /** All events by type. */
            public final class EventTypes {

                private static final Map<String, Class<? extends DomainEvent>> RECORDS = Map.ofEntries(
                        $RECORDS);

                private static final Map<String, String> FORMER = Map.<String, String>ofEntries(
                        $FORMER);

                private EventTypes() {}

                public static Set<String> all() {
                    return RECORDS.keySet();
                }

                public static Optional<Class<? extends DomainEvent>> find(String type) {
                    return Optional.ofNullable(RECORDS.get(type));
                }

                /** These types, and those under which older releases published the same events. */
                public static Set<String> withFormer(Collection<String> types) {
                    Set<String> all = new HashSet<>(types);
                    FORMER.forEach((former, current) -> {
                        if (types.contains(current)) {
                            all.add(former);
                        }
                    });
                    return all;
                }

                /** The present type of an event that may have been written by an older release. */
                public static String current(String type) {
                    return FORMER.getOrDefault(type, type);
                }
            }
            """;

    private static final String RECORD = """
            // Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
            package io.gpuaas.events;

            import org.jspecify.annotations.Nullable;
            $IMPORTS

            $DESCRIPTIONpublic record $NAME(
                    $COMPONENTS)
                    implements DomainEvent {

                public static final String TYPE = $TYPE;

            $CONSTRUCTOR    @Override
                public String type() {
                    return TYPE;
                }

                @Override
                public Aggregate aggregate() {
                    $AGGREGATE
                }
            }
            """;
}
