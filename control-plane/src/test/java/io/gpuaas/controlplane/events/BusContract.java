package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.gpuaas.api.WaitingEvents;
import io.gpuaas.events.ProjectCreated;
import io.gpuaas.events.TenantCreated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The contract of every bus adapter. */
abstract class BusContract {

    private static final String TYPE = TenantCreated.TYPE;
    private static final String OTHER_TYPE = ProjectCreated.TYPE;

    /** A connection of its own to the bus under test, as another process would have. */
    abstract EventBus bus();

    /** Stores an event on the bus as a release did in which types were named after streams. */
    abstract void publishAsOlderRelease(String stream, String type, String aggregate, long sequence) throws Exception;

    private static Event event(String type, String aggregate, long sequence) {
        return new Event(UUID.randomUUID(), type, aggregate, sequence, "{\"sequence\":" + sequence + "}");
    }

    static String envelope(String type, long sequence) {
        return "{\"sequence\":" + sequence + ",\"event_type\":\"" + type + "\"}";
    }

    private static String newAggregate() {
        return "tenant:" + UUID.randomUUID();
    }

    private void publish(EventBus bus, Event... events) throws EventBus.BusUnavailableException {
        for (Event event : events) {
            assertThat(bus.publish(List.of(event))).isEmpty();
        }
    }

    @Test
    void isReachable() {
        assertThat(bus().reachable()).isTrue();
    }

    @Test
    void deliversInOrderWhatWasPublished() throws Exception {
        EventBus bus = bus();
        String aggregate = newAggregate();
        List<Event> events = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            events.add(event(TYPE, aggregate, i));
        }
        assertThat(bus.publish(events)).isEmpty();
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription subscription =
                bus.subscribe("c" + UUID.randomUUID(), Set.of(TYPE), event -> keep(received, aggregate, event))) {
            await().until(() -> received.size() == 300);
            assertThat(new ArrayList<>(received)).isEqualTo(events);
        }
    }

    private static void keep(ConcurrentLinkedQueue<Event> received, String aggregate, Event event) {
        if (event.aggregate().equals(aggregate)) {
            received.add(event);
        }
    }

    @Test
    void deliversOnlyTheTypesAskedFor() throws Exception {
        EventBus bus = bus();
        String aggregate = newAggregate();
        publish(bus, event(OTHER_TYPE, aggregate, 1), event(TYPE, aggregate, 2));
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription subscription =
                bus.subscribe("c" + UUID.randomUUID(), Set.of(TYPE), event -> keep(received, aggregate, event))) {
            await().until(() -> received.size() == 1);
            assertThat(received).extracting(Event::sequence).containsExactly(2L);
        }
    }

    @Test
    void aConsumerGoesOnWhereItStopped() throws Exception {
        EventBus bus = bus();
        String consumer = "c" + UUID.randomUUID();
        String aggregate = newAggregate();
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        publish(bus, event(TYPE, aggregate, 1));
        try (EventBus.Subscription first =
                bus.subscribe(consumer, Set.of(TYPE), event -> keep(received, aggregate, event))) {
            await().until(() -> received.size() == 1);
        }
        publish(bus, event(TYPE, aggregate, 2));
        try (EventBus.Subscription second =
                bus.subscribe(consumer, Set.of(TYPE), event -> keep(received, aggregate, event))) {
            await().until(() -> received.size() == 2);
            assertThat(received).extracting(Event::sequence).containsExactly(1L, 2L);
        }
    }

    @Test
    void aFailedEventIsDeliveredAgainBeforeLaterOnes() throws Exception {
        EventBus bus = bus();
        String aggregate = newAggregate();
        AtomicBoolean broken = new AtomicBoolean(true);
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        publish(bus, event(TYPE, aggregate, 1), event(TYPE, aggregate, 2), event(TYPE, aggregate, 3));
        try (EventBus.Subscription subscription = bus.subscribe("c" + UUID.randomUUID(), Set.of(TYPE), event -> {
            if (event.aggregate().equals(aggregate) && event.sequence() == 2 && broken.getAndSet(false)) {
                throw new IllegalStateException("the database is away");
            }
            keep(received, aggregate, event);
        })) {
            await().until(() -> received.stream().anyMatch(event -> event.sequence() == 3));
            // At least once: 1 may come again, but never after something later has been handled for good.
            List<Long> sequences = received.stream().map(Event::sequence).toList();
            assertThat(sequences.subList(sequences.indexOf(2L), sequences.size()))
                    .containsExactly(2L, 3L);
        }
    }

    @Test
    void anEventTooLargeIsRefusedWithThoseBehindIt() throws Exception {
        EventBus bus = bus();
        String poisoned = newAggregate();
        Event good = event(TYPE, poisoned, 1);
        Event poison = new Event(UUID.randomUUID(), TYPE, poisoned, 2, "x".repeat(EventBus.ENVELOPE_BYTES_MAX + 1));
        Event behind = event(TYPE, poisoned, 3);
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        Map<UUID, String> refused = bus.publish(List.of(good, poison, behind));
        assertThat(refused).containsOnlyKeys(poison.id());
        String marker = newAggregate();
        publish(bus, event(TYPE, marker, 1));
        try (EventBus.Subscription subscription = bus.subscribe("c" + UUID.randomUUID(), Set.of(TYPE), received::add)) {
            await().until(() -> received.stream()
                            .anyMatch(event -> event.aggregate().equals(marker))
                    && received.stream().anyMatch(event -> event.aggregate().equals(poisoned)));
            assertThat(received.stream()
                            .filter(event -> event.aggregate().equals(poisoned))
                            .map(Event::sequence))
                    .containsExactly(1L);
        }
    }

    /** Types were named after their streams before they were named after the package that publishes them. */
    @Test
    void eventsPublishedByAnOlderReleaseArriveUnderTheirPresentTypes() throws Exception {
        EventBus bus = bus();
        String aggregate = newAggregate();
        publishAsOlderRelease("PLATFORM", "platform.tenant_created", aggregate, 1);
        publish(bus, event(TYPE, aggregate, 2));
        String consumer = "c" + UUID.randomUUID();
        assertThat(bus.behind(consumer, Set.of(TYPE)).count()).isGreaterThanOrEqualTo(2);
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription subscription =
                bus.subscribe(consumer, Set.of(TYPE), event -> keep(received, aggregate, event))) {
            await().until(() -> received.size() == 2);
        }
        assertThat(received).extracting(Event::type, Event::sequence).containsExactly(tuple(TYPE, 1L), tuple(TYPE, 2L));
        assertThat(new ArrayList<>(received).getFirst().envelope()).isEqualTo(envelope(TYPE, 1));
    }

    @Test
    void everyListenerHearsWhatComesFromNowOn() throws Exception {
        EventBus one = bus();
        EventBus two = bus();
        String aggregate = newAggregate();
        publish(one, event(TYPE, aggregate, 1));
        ConcurrentLinkedQueue<Event> first = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Event> second = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription here = one.listen(Set.of(TYPE), event -> keep(first, aggregate, event));
                EventBus.Subscription there = two.listen(Set.of(TYPE), event -> keep(second, aggregate, event))) {
            publish(one, event(TYPE, aggregate, 2));
            await().until(() -> first.size() == 1 && second.size() == 1);
            assertThat(first).extracting(Event::sequence).containsExactly(2L);
            assertThat(second).extracting(Event::sequence).containsExactly(2L);
        }
    }

    @Test
    void aConsumerIsBehindByWhatWasPublishedSinceItStopped() throws Exception {
        EventBus bus = bus();
        String consumer = "c" + UUID.randomUUID();
        // A type that no other test publishes on a shared bus.
        String type = "identity.told_" + UUID.randomUUID();
        String aggregate = newAggregate();
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        publish(bus, event(type, aggregate, 1));
        assertThat(bus.behind(consumer, Set.of(type)).count()).isPositive();
        try (EventBus.Subscription subscription = bus.subscribe(consumer, Set.of(type), received::add)) {
            await().until(() -> received.size() == 1);
        }
        assertThat(bus.behind(consumer, Set.of(type))).isEqualTo(new WaitingEvents(0, false, null));

        Instant before = Instant.now().minusSeconds(1);
        publish(bus, event(type, aggregate, 2), event(type, newAggregate(), 1), event(type, aggregate, 3));
        WaitingEvents waiting = bus.behind(consumer, Set.of(type));
        assertThat(waiting.count()).isEqualTo(3);
        assertThat(waiting.more()).isFalse();
        assertThat(waiting.oldestAt()).isBetween(before, Instant.now().plusSeconds(1));
    }

    @Test
    void manyAggregatesKeepTheirOwnOrder() throws Exception {
        EventBus bus = bus();
        Random random = new Random(7);
        List<String> aggregates = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            aggregates.add(newAggregate());
        }
        Map<String, Long> next = new HashMap<>();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String aggregate = aggregates.get(random.nextInt(aggregates.size()));
            events.add(event(TYPE, aggregate, next.merge(aggregate, 1L, Long::sum)));
        }
        assertThat(bus.publish(events)).isEmpty();
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription subscription = bus.subscribe("c" + UUID.randomUUID(), Set.of(TYPE), event -> {
            if (aggregates.contains(event.aggregate())) {
                received.add(event);
            }
        })) {
            await().until(() -> received.size() == 1_000);
            Map<String, Long> last = new HashMap<>();
            received.forEach(
                    event -> assertThat(event.sequence()).isEqualTo(last.merge(event.aggregate(), 1L, Long::sum)));
        }
    }
}
