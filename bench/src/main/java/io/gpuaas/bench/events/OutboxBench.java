package io.gpuaas.bench.events;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

/**
 * How fast the relay empties the outbox, next to a bare read-and-delete loop over the same rows; and
 * whether anything is lost, reordered or handled twice when relay and consumer are killed mid-run.
 */
public final class OutboxBench implements Benchmark {

    private static final double BAR = 0.5;
    private static final String DATABASE = "outbox_bench";
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration LEASE_ALLOWANCE = Duration.ofSeconds(60);
    /** Slower than this and the run is given up. */
    private static final int EVENTS_PER_SECOND_MIN = 600;

    @Override
    public Options options() {
        return Options.of("events", "200000", "aggregates", "2000", "warm-up", "40000");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        Result result = new Result().figure("postgresql", database.version());
        try (Connection connection = database.connect(DATABASE)) {
            Database.execute(connection, RecordingControlPlane.TABLE);
            Run run = new Run(
                    connection,
                    launcher,
                    new OutboxLoad(),
                    options.number("events"),
                    options.number("aggregates"),
                    options.number("warm-up"));
            run.compareSpeed(result);
            run.survivesKills(result);
        }
        return result;
    }

    private record Run(
            Connection connection, Launcher launcher, OutboxLoad load, int events, int aggregates, int warmUp) {

        void compareSpeed(Result result) throws Exception {
            bareLoop(warmUp);
            double before = bareLoop(events);
            double relay = relay();
            double after = bareLoop(events);
            double floor = (before + after) / 2;
            double ratio = relay / floor;
            result.figure("bare_loop_rows_per_second_before", before)
                    .figure("bare_loop_rows_per_second_after", after)
                    .figure("bare_loop_rows_per_second", floor)
                    .figure("relay_events_per_second", relay)
                    .figure("ratio", ratio)
                    .figure("ratio_bar", BAR)
                    .say(String.format(
                            Locale.ROOT,
                            "the relay drains %,.0f events/s, %.2f of a bare read-and-delete loop's %,.0f (bar %.2f)",
                            relay,
                            ratio,
                            floor,
                            BAR))
                    .require(ratio >= BAR, "the relay is too slow");
        }

        private double bareLoop(int rows) throws Exception {
            clear();
            load.load(connection, rows, aggregates);
            double rate = BareLoop.drain(connection, rows);
            Progress.say(String.format(Locale.ROOT, "bare loop over %,d rows: %,.0f rows/s", rows, rate));
            return rate;
        }

        /** Warm like any relay that has run for a while, idle, and then faced with everything at once. */
        private double relay() throws Exception {
            clear();
            try (ControlPlaneProcess relay = launcher.start("outbox-relay")) {
                long warm = published();
                load.load(connection, warmUp, aggregates);
                awaitDrained(relay, warm + warmUp);
                long start = published();
                checkpoint();
                load.load(connection, events, aggregates);
                Waiting.until("the relay to begin", LEASE_ALLOWANCE, Duration.ofMillis(1), () -> published() > start);
                long began = System.nanoTime();
                // Events relayed before the first look are not counted, nor is their time.
                long head = published();
                awaitDrained(relay, start + events);
                double rate = (start + events - head) / ((System.nanoTime() - began) / 1e9);
                Progress.say(String.format(Locale.ROOT, "relay over %,d events: %,.0f events/s", events, rate));
                return rate;
            }
        }

        void survivesKills(Result result) throws Exception {
            clear();
            ControlPlaneProcess consumer = launcher.startVariant(RecordingControlPlane.class, "event-consumers");
            long start = published();
            load.load(connection, events, aggregates);
            long left = killRelayHalfWay(start);
            ControlPlaneProcess relay = launcher.start("outbox-relay");
            long recordedAtKill = killConsumerHalfWay(consumer);
            ControlPlaneProcess second = launcher.startVariant(RecordingControlPlane.class, "event-consumers");
            awaitDrained(relay, start + events);
            Waiting.until("the consumer to finish", allowance(), Duration.ofMillis(200), () -> {
                second.requireAlive();
                return consumerIsDone();
            });
            Progress.say("comparing what was recorded with what was appended");
            relay.close();
            second.close();
            report(result, left, recordedAtKill);
        }

        private long killRelayHalfWay(long start) throws Exception {
            ControlPlaneProcess relay = launcher.launch("outbox-relay");
            Waiting.until("the relay to move half", allowance(), LOOK, () -> {
                relay.requireAlive();
                return published() >= start + events / 2;
            });
            relay.kill();
            return Database.number(connection, "SELECT count(*) FROM events.outbox");
        }

        private long killConsumerHalfWay(ControlPlaneProcess consumer) throws Exception {
            Waiting.until("the consumer to handle half", allowance(), LOOK, () -> {
                consumer.requireAlive();
                return lastValue("public.recorded_serial_seq") >= events / 2;
            });
            consumer.kill();
            return Database.number(connection, "SELECT count(*) FROM public.recorded");
        }

        private void report(Result result, long left, long recordedAtKill) throws SQLException {
            Deliveries bus = Deliveries.onBus(connection);
            Deliveries recorded = Deliveries.recorded(connection);
            long dead = Database.number(connection, "SELECT count(*) FROM events.dead_letter");
            result.figure("events_in_outbox_when_relay_was_killed", left)
                    .figure("events_handled_when_consumer_was_killed", recordedAtKill)
                    .figure("bus", bus)
                    .figure("after_consumer", recorded)
                    .figure("dead_letters", dead)
                    .say(String.format(
                            Locale.ROOT,
                            "after kill -9 of relay and consumer mid-run over %,d events: lost %d, reordered %d,"
                                    + " duplicates after the consumer %d (on the bus %,d)",
                            events,
                            recorded.lost(),
                            recorded.reordered(),
                            recorded.duplicates(),
                            bus.duplicates()))
                    .require(left > 0 && left < events, "the relay was not killed mid-run")
                    .require(recordedAtKill > 0 && recordedAtKill < events, "the consumer was not killed mid-run")
                    .require(bus.lost() == 0 && recorded.lost() == 0, "events were lost")
                    .require(bus.reordered() == 0 && recorded.reordered() == 0, "events were reordered")
                    .require(recorded.duplicates() == 0, "events were handled twice")
                    .require(recorded.delivered() == events, "the consumer handled another number of events")
                    .require(dead == 0, "events became dead letters");
        }

        /** As if nothing had been published yet. */
        private void clear() throws SQLException {
            Database.execute(connection, """
                    TRUNCATE events.outbox, events.bus_message, events.aggregate_sequence, events.consumer_cursor,
                        events.consumer_progress, events.dead_letter""");
            Database.execute(connection, "TRUNCATE public.recorded RESTART IDENTITY");
            checkpoint();
        }

        private void checkpoint() throws SQLException {
            Database.execute(connection, "CHECKPOINT");
        }

        /** How far the bus has come, including what was rolled back: cheap to ask, whatever else goes on. */
        private long published() throws SQLException {
            return lastValue("events.bus_position");
        }

        private long lastValue(String sequence) throws SQLException {
            return Database.number(
                    connection, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + sequence);
        }

        private void awaitDrained(ControlPlaneProcess relay, long position) throws Exception {
            Waiting.until("the outbox to be empty", allowance(), LOOK, () -> {
                relay.requireAlive();
                return published() >= position
                        && Database.number(connection, "SELECT count(*) FROM (SELECT FROM events.outbox LIMIT 1) o")
                                == 0;
            });
        }

        private boolean consumerIsDone() throws SQLException {
            return Database.number(connection, """
                    SELECT count(*) FROM (
                        SELECT FROM events.consumer_cursor c JOIN events.bus_message m USING (partition_no)
                        WHERE c.consumer = '%s' AND m.position > c.position LIMIT 1) waiting""".formatted(RecordingControlPlane.CONSUMER)) == 0;
        }

        private Duration allowance() {
            return LEASE_ALLOWANCE.plusSeconds(events / EVENTS_PER_SECOND_MIN);
        }
    }
}
