package io.gpuaas.controlplane.events;

import io.gpuaas.api.WaitingEvents;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.events.EventTypes;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.PublishAck;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamState;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bus on NATS JetStream: subjects STREAM.partition.event_type. Events of
 * one aggregate are published one after the other, those of different aggregates at once.
 */
class NatsBus implements EventBus {

    private static final Logger log = LoggerFactory.getLogger(NatsBus.class);
    private static final Duration PUBLISH_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration DUPLICATE_WINDOW = Duration.ofMinutes(2);
    private static final Duration FETCH_WAIT = Duration.ofMillis(500);
    /** How many events are handled between two writes of the cursor. */
    private static final int SAVE_EVERY = 500;

    private final Connection connection;
    private final JetStream jetStream;
    private final JetStreamManagement management;
    private final ConsumerCursors cursors;

    NatsBus(GpuaasProperties.Bus settings, ConsumerCursors cursors)
            throws IOException, InterruptedException, JetStreamApiException {
        this.cursors = cursors;
        this.connection = Nats.connect(Options.builder()
                .server(settings.natsUrl())
                .connectionName("gpuaas-control-plane")
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(200))
                .build());
        this.jetStream = connection.jetStream();
        this.management = connection.jetStreamManagement();
        for (EventStream stream : EventStream.values()) {
            ensureStream(management, stream.name(), settings.retention());
        }
    }

    private static void ensureStream(JetStreamManagement management, String name, Duration retention)
            throws IOException, JetStreamApiException {
        StreamConfiguration wanted = StreamConfiguration.builder()
                .name(name)
                .subjects(name + ".>")
                .storageType(StorageType.File)
                .retentionPolicy(RetentionPolicy.Limits)
                .maxAge(retention)
                .duplicateWindow(DUPLICATE_WINDOW)
                .build();
        if (management.getStreamNames().contains(name)) {
            management.updateStream(wanted);
        } else {
            management.addStream(wanted);
        }
    }

    @Override
    public Map<UUID, String> publish(List<Event> events) throws BusUnavailableException {
        Map<UUID, String> refused = new HashMap<>();
        Map<String, List<Event>> byAggregate =
                events.stream().collect(Collectors.groupingBy(Event::aggregate, HashMap::new, Collectors.toList()));
        List<CompletableFuture<Void>> chains = new ArrayList<>(byAggregate.size());
        for (List<Event> chain : byAggregate.values()) {
            Event unfit = chain.stream()
                    .filter(event -> refusal(event) != null)
                    .findFirst()
                    .orElse(null);
            List<Event> sent = unfit == null ? chain : chain.subList(0, chain.indexOf(unfit));
            if (unfit != null) {
                refused.put(unfit.id(), refusal(unfit));
            }
            chains.add(publishInOrder(sent));
        }
        await(CompletableFuture.allOf(chains.toArray(CompletableFuture<?>[]::new)));
        return refused;
    }

    /** A newer release may have written an event of a package whose stream only it knows. */
    private static @Nullable String refusal(Event event) {
        if (PostgresBus.tooLarge(event)) {
            return "the envelope is larger than " + ENVELOPE_BYTES_MAX + " bytes";
        }
        return EventStream.find(event.type()).isEmpty() ? "no stream carries " + event.type() : null;
    }

    private CompletableFuture<Void> publishInOrder(List<Event> events) {
        CompletableFuture<@Nullable PublishAck> chain = CompletableFuture.completedFuture(null);
        for (Event event : events) {
            chain = chain.thenCompose(acknowledged -> jetStream.publishAsync(message(event)));
        }
        return chain.thenAccept(acknowledged -> {});
    }

    private static Message message(Event event) {
        Headers headers = new Headers();
        // The server drops what it has seen under this id, so a relay that died half-way repeats nothing.
        headers.add("Nats-Msg-Id", event.id().toString());
        headers.add("Gpuaas-Event-Type", event.type());
        headers.add("Gpuaas-Aggregate", event.aggregate());
        headers.add("Gpuaas-Sequence", Long.toString(event.sequence()));
        return NatsMessage.builder()
                .subject(EventStream.of(event.type()) + "." + event.partition() + "." + event.type())
                .headers(headers)
                .data(event.envelope().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static void await(CompletableFuture<Void> all) throws BusUnavailableException {
        try {
            all.get(PUBLISH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | CompletionException e) {
            throw new BusUnavailableException("NATS did not acknowledge: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusUnavailableException("interrupted while publishing", e);
        }
    }

    private static Event event(Message message) {
        Headers headers = message.getHeaders();
        return new Event(
                UUID.fromString(required(headers, "Nats-Msg-Id")),
                required(headers, "Gpuaas-Event-Type"),
                required(headers, "Gpuaas-Aggregate"),
                Long.parseLong(required(headers, "Gpuaas-Sequence")),
                new String(message.getData(), StandardCharsets.UTF_8));
    }

    private static String required(Headers headers, String name) {
        String value = headers.getFirst(name);
        if (value == null) {
            throw new IllegalStateException("a message without the header " + name + " is not one of ours");
        }
        return value;
    }

    @Override
    public Subscription subscribe(String consumer, Set<String> types, Receiver receiver) {
        List<Reader> readers = streams(types).stream()
                .map(stream -> new Reader(consumer, stream, types, receiver))
                .toList();
        return () -> readers.forEach(Reader::close);
    }

    /** Including those that carried the events of these types in older releases. */
    private static Set<String> streams(Set<String> types) {
        return EventTypes.withFormer(types).stream()
                .map(type -> EventStream.of(type).name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Subscription listen(Set<String> types, Receiver receiver) {
        io.nats.client.Dispatcher dispatcher = connection.createDispatcher();
        try {
            for (String stream : streams(types)) {
                jetStream.subscribe(
                        stream + ".>",
                        dispatcher,
                        message -> hear(message, types, receiver),
                        false,
                        PushSubscribeOptions.builder().stream(stream)
                                .ordered(true)
                                .configuration(ConsumerConfiguration.builder()
                                        .deliverPolicy(DeliverPolicy.New)
                                        .build())
                                .build());
            }
        } catch (IOException | JetStreamApiException e) {
            throw new IllegalStateException("cannot listen on NATS", e);
        }
        return () -> connection.closeDispatcher(dispatcher);
    }

    private static void hear(Message message, Set<String> types, Receiver receiver) {
        Event event = event(message);
        if (types.contains(event.type())) {
            receiver.receive(event);
        }
    }

    /** Readers get every message of a stream and pass over what they do not want, so all of them count. */
    @Override
    public WaitingEvents behind(String consumer, Set<String> types) throws BusUnavailableException {
        long count = 0;
        Instant oldest = null;
        try {
            for (String stream : streams(types)) {
                StreamState state = management.getStreamInfo(stream).getStreamState();
                long next = Math.max(cursors.position(cursor(consumer, stream)) + 1, state.getFirstSequence());
                if (next <= state.getLastSequence()) {
                    count += state.getLastSequence() - next + 1;
                    Instant first = publishedAt(stream, next);
                    oldest = oldest == null || first.isBefore(oldest) ? first : oldest;
                }
            }
        } catch (IOException | JetStreamApiException e) {
            throw new BusUnavailableException("NATS did not tell what is in its streams: " + e.getMessage(), e);
        }
        return Backlogs.waiting(count, false, oldest);
    }

    private Instant publishedAt(String stream, long sequence) throws IOException, JetStreamApiException {
        ZonedDateTime at =
                management.getNextMessage(stream, sequence, stream + ".>").getTime();
        return Objects.requireNonNull(at, "the time of a stored message").toInstant();
    }

    private static String cursor(String consumer, String stream) {
        return consumer + "@" + stream;
    }

    @Override
    public boolean reachable() {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Reads one stream for one consumer from where its cursor stands. The cursor is ours and only moves
     * forward over what was handled, so neither a crash nor a change of hands can skip or reorder.
     */
    private final class Reader {

        private final String name;
        private final String stream;
        private final Thread thread;
        private volatile boolean open = true;

        Reader(String consumer, String stream, Set<String> types, Receiver receiver) {
            this.name = cursor(consumer, stream);
            this.stream = stream;
            this.thread = Thread.ofVirtual().name("consume-" + name).start(() -> run(types, receiver));
        }

        private void run(Set<String> types, Receiver receiver) {
            while (open) {
                try {
                    read(types, receiver);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                } catch (IOException | JetStreamApiException | RuntimeException e) {
                    if (open) {
                        log.atWarn()
                                .setCause(e)
                                .addKeyValue("reader", name)
                                .log("could not read the event bus; retrying from the cursor");
                        pause();
                    }
                }
            }
        }

        private void read(Set<String> types, Receiver receiver)
                throws IOException, JetStreamApiException, InterruptedException {
            long done = cursors.position(name);
            long saved = done;
            JetStreamSubscription subscription = subscription(done + 1);
            try {
                while (open) {
                    Message message = subscription.nextMessage(FETCH_WAIT);
                    if (message != null) {
                        Event event = event(message);
                        if (types.contains(event.type())) {
                            receiver.receive(event);
                        }
                        done = message.metaData().streamSequence();
                    }
                    if (done > saved && (message == null || done - saved >= SAVE_EVERY)) {
                        cursors.advance(name, done);
                        saved = done;
                    }
                }
            } finally {
                subscription.unsubscribe();
                if (done > saved) {
                    cursors.advance(name, done);
                }
            }
        }

        private JetStreamSubscription subscription(long from) throws IOException, JetStreamApiException {
            return jetStream.subscribe(
                    stream + ".>",
                    PushSubscribeOptions.builder().stream(stream)
                            .ordered(true)
                            .configuration(ConsumerConfiguration.builder()
                                    .deliverPolicy(DeliverPolicy.ByStartSequence)
                                    .startSequence(from)
                                    .build())
                            .build());
        }

        private void pause() {
            try {
                Thread.sleep(FETCH_WAIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                open = false;
            }
        }

        void close() {
            open = false;
            try {
                thread.join(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
