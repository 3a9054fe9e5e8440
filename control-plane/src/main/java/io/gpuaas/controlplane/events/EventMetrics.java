package io.gpuaas.controlplane.events;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Measures the number and age of waiting events every few seconds, however often metrics are scraped. */
@Component
class EventMetrics {

    private final OutboxStore outbox;
    private final DeadLetterStore deadLetters;
    private final AtomicLong depth;
    private final AtomicLong ageMillis;
    private final AtomicLong dead;

    EventMetrics(OutboxStore outbox, DeadLetterStore deadLetters, MeterRegistry metrics) {
        this.outbox = outbox;
        this.deadLetters = deadLetters;
        this.depth = metrics.gauge("gpuaas_outbox_depth", new AtomicLong());
        this.ageMillis = new AtomicLong();
        metrics.gauge("gpuaas_outbox_age_seconds", ageMillis, age -> age.get() / 1000.0);
        this.dead = metrics.gauge("gpuaas_dead_letter_depth", new AtomicLong());
    }

    @Scheduled(fixedDelayString = "PT5S")
    void measure() {
        OutboxStore.Backlog backlog = outbox.backlog();
        depth.set(backlog.depth());
        ageMillis.set(backlog.age().toMillis());
        dead.set(deadLetters.depth());
    }
}
