package io.gpuaas.controlplane.events;

import io.gpuaas.api.ConsumerBacklog;
import io.gpuaas.api.EventBacklog;
import io.gpuaas.api.EventsOverview;
import io.gpuaas.api.WaitingEvents;
import io.gpuaas.controlplane.events.EventBus.BusUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Counts events that wait to be published, and to be handled by each consumer. */
@Component
public class Backlogs {

    /** Enough to see that a backlog is large; its exact size does not matter. */
    static final int COUNTED_MAX = 10_000;

    private static final Logger log = LoggerFactory.getLogger(Backlogs.class);

    private final OutboxStore outbox;
    private final DeadLetterStore deadLetters;
    private final EventBus bus;
    private final List<EventConsumer> consumers;

    Backlogs(OutboxStore outbox, DeadLetterStore deadLetters, EventBus bus, List<EventConsumer> consumers) {
        this.outbox = outbox;
        this.deadLetters = deadLetters;
        this.bus = bus;
        this.consumers = consumers.stream()
                .sorted(Comparator.comparing(EventConsumer::name))
                .toList();
    }

    /** The outbox is reported also when the bus is down: then it is the one that fills up. */
    EventBacklog now() {
        WaitingEvents unpublished = outbox.waiting();
        try {
            List<ConsumerBacklog> behind = new ArrayList<>();
            for (EventConsumer consumer : consumers) {
                behind.add(new ConsumerBacklog(consumer.name(), bus.behind(consumer.name(), consumer.types())));
            }
            return new EventBacklog(unpublished, true, behind);
        } catch (BusUnavailableException e) {
            log.atWarn().addKeyValue("reason", e).log("could not read the backlog of consumers from the event bus");
            return new EventBacklog(unpublished, false, List.of());
        }
    }

    /** With what is stuck. */
    public EventsOverview overview() {
        DeadLetterStore.Counts stuck = deadLetters.count(COUNTED_MAX);
        return new EventsOverview(now(), stuck.letters(), stuck.exhausted());
    }

    /** @param cut there may be more than were found */
    static WaitingEvents waiting(long found, boolean cut, @Nullable Instant oldest) {
        return new WaitingEvents((int) Math.min(found, COUNTED_MAX), cut || found > COUNTED_MAX, oldest);
    }
}
