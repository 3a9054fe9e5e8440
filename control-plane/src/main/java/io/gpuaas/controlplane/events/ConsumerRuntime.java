package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Tracing;
import io.gpuaas.events.EventDiscarded;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs consumers and listeners on whatever bus there is. One process at a time runs a given consumer;
 * its progress per aggregate, written with its effects, is what makes handling happen once.
 */
@Component
class ConsumerRuntime implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ConsumerRuntime.class);

    private final List<EventConsumer> consumers;
    private final List<EventListener> listeners;
    private final EventBus bus;
    private final DeadLetterStore deadLetters;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final EnvelopeJson json;
    private final Tracing tracing;
    private final MeterRegistry metrics;
    private final Duration leaseDuration;
    private final String process;
    private final boolean consuming;
    private final List<ConsumerLoop> loops = new ArrayList<>();
    private final List<EventBus.Subscription> hearing = new ArrayList<>();
    private volatile boolean running;

    ConsumerRuntime(
            List<EventConsumer> consumers,
            List<EventListener> listeners,
            EventBus bus,
            DeadLetterStore deadLetters,
            JdbcClient jdbc,
            TransactionTemplate transaction,
            EnvelopeJson json,
            Tracing tracing,
            MeterRegistry metrics,
            GpuaasProperties properties,
            ProcessName process) {
        this.consumers = consumers;
        this.listeners = listeners;
        this.bus = bus;
        this.deadLetters = deadLetters;
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.json = json;
        this.tracing = tracing;
        this.metrics = metrics;
        this.leaseDuration = properties.bus().leaseDuration();
        this.process = process.value();
        this.consuming = properties.has(Role.EVENT_CONSUMERS);
    }

    @Override
    public void start() {
        running = true;
        listeners.forEach(listener -> hearing.add(bus.listen(listener.types(), event -> hear(listener, event))));
        if (consuming) {
            consumers.forEach(consumer -> loops.add(new ConsumerLoop(consumer)));
        }
    }

    @Override
    public void stop() {
        running = false;
        loops.forEach(ConsumerLoop::stop);
        loops.clear();
        hearing.forEach(EventBus.Subscription::close);
        hearing.clear();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void hear(EventListener listener, Event event) {
        try {
            listener.hear(new Delivered(event, "listen", json));
        } catch (RuntimeException e) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("type", event.type())
                    .addKeyValue("event", event.id())
                    .log("a listener failed on an event");
        }
    }

    /** Handles one event once; a failure is set aside and never stops the events of others. */
    void deliver(EventConsumer consumer, Event event) {
        if (!mayConcern(consumer, event) || deadLetters.queueBehind(consumer.name(), event)) {
            return;
        }
        String error = attempt(consumer, event);
        if (error != null) {
            deadLetters.inTransaction(() -> {
                deadLetters.add(consumer.name(), event, error);
                return true;
            });
        }
    }

    /** An unreadable envelope may concern any consumer: it becomes a dead letter. */
    private boolean mayConcern(EventConsumer consumer, Event event) {
        try {
            return consumer.concerns(new Delivered(event, "consume " + consumer.name(), json));
        } catch (RuntimeException e) {
            log.atDebug()
                    .setCause(e)
                    .addKeyValue("type", event.type())
                    .addKeyValue("event", event.id())
                    .log("could not filter an event before handling it");
            return true;
        }
    }

    /** Null when the event is handled, now or before; otherwise what went wrong. */
    @Nullable String attempt(EventConsumer consumer, Event event) {
        Delivered delivered = new Delivered(event, "consume " + consumer.name(), json);
        EnvelopeJson.Opened opened;
        Call call;
        try {
            opened = delivered.opened();
            call = delivered.call();
        } catch (RuntimeException e) {
            return "the envelope cannot be parsed: " + e;
        }
        MDC.put("correlation_id", opened.correlationId());
        try (Tracing.Active span = tracing.start("consume " + event.type(), SpanKind.CONSUMER, opened.traceParent())) {
            try {
                boolean first = Boolean.TRUE.equals(call.run(() -> transaction.execute(status -> {
                    if (!progress(consumer.name(), event)) {
                        return false;
                    }
                    if (!opened.type().equals(EventDiscarded.TYPE)) {
                        consumer.handle(delivered);
                    }
                    return true;
                })));
                metrics.counter(
                                "gpuaas_events_consumed",
                                "consumer",
                                consumer.name(),
                                "outcome",
                                first ? "handled" : "repeat")
                        .increment();
                return null;
            } catch (org.springframework.dao.DataAccessResourceFailureException
                    | org.springframework.transaction.CannotCreateTransactionException e) {
                // The database is down: no fault of the event, so it is delivered again.
                throw e;
            } catch (RuntimeException e) {
                span.failed(e);
                metrics.counter("gpuaas_events_consumed", "consumer", consumer.name(), "outcome", "failed")
                        .increment();
                log.atWarn()
                        .setCause(e)
                        .addKeyValue("consumer", consumer.name())
                        .addKeyValue("type", event.type())
                        .addKeyValue("event", event.id())
                        .log("a consumer failed on an event");
                return e.toString();
            }
        } finally {
            MDC.remove("correlation_id");
        }
    }

    /** Locks the aggregate for this consumer and moves its progress on; false when it was there already. */
    private boolean progress(String consumer, Event event) {
        return jdbc.sql("""
                INSERT INTO events.consumer_progress AS p (consumer, aggregate, last_sequence)
                VALUES (:consumer, :aggregate, :sequence)
                ON CONFLICT (consumer, aggregate) DO UPDATE SET last_sequence = :sequence, updated_at = now()
                WHERE p.last_sequence < :sequence""")
                        .param("consumer", consumer)
                        .param("aggregate", event.aggregate())
                        .param("sequence", event.sequence())
                        .update()
                == 1;
    }

    /** Holds the lease of one consumer; while it does, it is subscribed and retries what is due. */
    private final class ConsumerLoop {

        private final EventConsumer consumer;
        private final PartitionLeases lease;
        private final Thread thread;

        ConsumerLoop(EventConsumer consumer) {
            this.consumer = consumer;
            this.lease =
                    new PartitionLeases(jdbc, transaction, "consumer:" + consumer.name(), process, 1, leaseDuration);
            this.thread = Thread.ofVirtual().name("consumer-" + consumer.name()).start(this::run);
        }

        private void run() {
            EventBus.Subscription subscription = null;
            long epoch = -1;
            while (running) {
                try {
                    Long held = lease.renew().get(0);
                    if (subscription != null && (held == null || held != epoch)) {
                        subscription.close();
                        subscription = null;
                    }
                    if (subscription == null && held != null) {
                        epoch = held;
                        subscription =
                                bus.subscribe(consumer.name(), consumer.types(), event -> deliver(consumer, event));
                    }
                    retryUntilRenewal(held != null);
                } catch (InterruptedException e) {
                    break;
                } catch (RuntimeException e) {
                    log.atWarn()
                            .setCause(e)
                            .addKeyValue("consumer", consumer.name())
                            .log("a consumer failed; retrying");
                    if (!sleep()) {
                        break;
                    }
                }
            }
            if (subscription != null) {
                subscription.close();
            }
            release();
        }

        /** Several looks for due dead letters in the third of a lease before the next renewal. */
        private void retryUntilRenewal(boolean held) throws InterruptedException {
            for (int look = 0; look < 6 && running; look++) {
                if (held && deadLetters.isAnythingDue(consumer.name())) {
                    retryDue();
                }
                Thread.sleep(leaseDuration.dividedBy(18));
            }
        }

        private void retryDue() {
            for (DeadLetterStore.Stuck stuck : deadLetters.due(consumer.name(), Event.ALL_PARTITIONS)) {
                String error = attempt(consumer, stuck.event());
                if (error == null) {
                    deadLetters.resolve(stuck);
                } else {
                    deadLetters.retryLater(stuck, error);
                }
            }
        }

        private boolean sleep() {
            try {
                Thread.sleep(Duration.ofSeconds(1));
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private void release() {
            try {
                lease.releaseAll();
            } catch (RuntimeException e) {
                log.atInfo()
                        .addKeyValue("consumer", consumer.name())
                        .addKeyValue("reason", e)
                        .log("could not return the lease of a consumer; it will expire");
            }
        }

        void stop() {
            thread.interrupt();
            try {
                thread.join(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
