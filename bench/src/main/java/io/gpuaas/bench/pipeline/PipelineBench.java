package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.ApiRequests;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * How many authenticated idempotent POSTs the control plane answers over HTTP, next to pgbench writing
 * the same rows in one transaction with as many clients. The two have a database each on one server, so
 * that neither tidies up behind the other; the control plane is down while pgbench runs. With {@code --pairs N} it
 * compares two control planes instead, see {@link PipelinePairs}.
 */
public final class PipelineBench implements Benchmark {

    private static final double BAR = 0.25;
    private static final String DATABASE = "pipeline_bench";
    private static final String FLOOR_DATABASE = "pipeline_floor";
    static final String ROLES = "api,outbox-relay,event-consumers";
    private static final Duration FLOOR_WARM_UP = Duration.ofSeconds(3);
    private static final Duration QUIET_TIMEOUT = Duration.ofSeconds(60);

    @Override
    public Options options() {
        return Options.of("clients", "16,32", "seconds", "15", "warm-up", "45", "floor-seconds", "10", "pairs", "0");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        if (options.number("pairs") > 0) {
            return new PipelinePairs(workspace, database, options).run();
        }
        database.create(DATABASE);
        database.create(FLOOR_DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        Tenant tenant;
        try (ControlPlaneProcess controlPlane = launcher.start(ROLES)) {
            tenant = Tenant.setUp(controlPlane);
        }
        PgbenchFloor floor = new PgbenchFloor(workspace, database, FLOOR_DATABASE, sizes(database));
        floor.run(options.numbers("clients").getFirst(), FLOOR_WARM_UP);
        Map<Integer, Double> before = floors(floor, options);
        Map<Integer, ProjectLoad.Outcome> outcomes = new LinkedHashMap<>();
        try (ControlPlaneProcess controlPlane = launcher.start(ROLES)) {
            for (int clients : options.numbers("clients")) {
                outcomes.put(clients, measure(controlPlane, tenant, clients, options));
                awaitQuiet(database);
            }
        }
        Map<Integer, Double> after = floors(floor, options);
        Result result = new Result().figure("postgresql", database.version()).figure("ratio_bar", BAR);
        outcomes.forEach((clients, outcome) -> report(result, clients, outcome, mean(before, after, clients)));
        result.figure("floor_before", before).figure("floor_after", after);
        checkRows(result, database, outcomes);
        return result;
    }

    /** The tenant the projects go to, and how to ask for them. */
    record Tenant(String id, ApiRequests requests) {

        static Tenant setUp(ControlPlaneProcess controlPlane) throws IOException {
            ApiRequests requests = new ApiRequests(controlPlane.firstLoginToken());
            try (HttpConnection connection = new HttpConnection(controlPlane.port())) {
                String key = "rate_limit.default_requests_per_minute";
                expect(200, connection.exchange(requests.setGlobalPolicy(key, "100000000")));
                String tenant = expect(201, connection.exchange(requests.createTenant("bench")));
                String id = JsonMapper.shared().readTree(tenant).path("id").asString();
                expect(201, connection.exchange(requests.createProject(id, "p-sample-0-0")));
                return new Tenant(id, requests);
            }
        }

        private static String expect(int status, HttpConnection.Response response) {
            if (response.status() != status) {
                throw new IllegalStateException(response.status() + " instead of " + status + ": " + response.text());
            }
            return response.text();
        }
    }

    /** Of the sample project's rows. */
    private static PgbenchFloor.Sizes sizes(Database database) throws SQLException {
        try (Connection connection = database.connect(DATABASE)) {
            return new PgbenchFloor.Sizes(
                    (int) Database.number(
                            connection,
                            "SELECT length(body) FROM pipeline.idempotency WHERE operation = 'createProject'"),
                    (int) Database.number(connection, """
                            SELECT max(octet_length(envelope)) FROM (SELECT event_type, envelope FROM events.outbox
                                UNION ALL SELECT event_type, envelope FROM events.bus_message) e
                            WHERE event_type = 'identity.project_created'"""));
        }
    }

    private static Map<Integer, Double> floors(PgbenchFloor floor, Options options) throws Exception {
        Map<Integer, Double> rates = new LinkedHashMap<>();
        for (int clients : options.numbers("clients")) {
            double rate = floor.run(clients, Duration.ofSeconds(options.number("floor-seconds")));
            Progress.say(String.format(Locale.ROOT, "pgbench, %d clients: %,.0f tx/s", clients, rate));
            rates.put(clients, rate);
        }
        return rates;
    }

    private static ProjectLoad.Outcome measure(
            ControlPlaneProcess controlPlane, Tenant tenant, int clients, Options options) throws Exception {
        ProjectLoad load = new ProjectLoad(controlPlane.port(), tenant.requests(), tenant.id(), "c" + clients);
        ProjectLoad.Outcome outcome = load.run(
                clients, Duration.ofSeconds(options.number("warm-up")), Duration.ofSeconds(options.number("seconds")));
        Progress.say(String.format(
                Locale.ROOT,
                "createProject, %d clients: %,.0f/s, p50 %.1f ms, p99 %.1f ms, max %.1f ms, %d errors",
                clients,
                outcome.perSecond(),
                outcome.p50Millis(),
                outcome.p99Millis(),
                outcome.maxMillis(),
                outcome.errors().size()));
        return outcome;
    }

    /** The next measurement must not pay for events this one left behind. */
    private static void awaitQuiet(Database database) throws Exception {
        awaitQuiet(database, DATABASE);
    }

    static void awaitQuiet(Database database, String name) throws Exception {
        try (Connection connection = database.connect(name)) {
            Waiting.until(
                    "the relay to catch up",
                    QUIET_TIMEOUT,
                    Duration.ofMillis(100),
                    () -> Database.number(connection, "SELECT count(*) FROM events.outbox") == 0);
        }
    }

    private static double mean(Map<Integer, Double> before, Map<Integer, Double> after, int clients) {
        return (before.getOrDefault(clients, Double.NaN) + after.getOrDefault(clients, Double.NaN)) / 2;
    }

    private static void report(Result result, int clients, ProjectLoad.Outcome outcome, double floor) {
        double ratio = outcome.perSecond() / floor;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("requests_per_second", outcome.perSecond());
        figures.put("floor_transactions_per_second", floor);
        figures.put("ratio", ratio);
        figures.put("p50_ms", outcome.p50Millis());
        figures.put("p99_ms", outcome.p99Millis());
        figures.put("max_ms", outcome.maxMillis());
        figures.put("created", outcome.created());
        figures.put("connections_opened", outcome.connections());
        figures.put("errors", outcome.errors());
        result.figure("clients_" + clients, figures)
                .say(String.format(
                        Locale.ROOT,
                        "%d clients: %,.0f POST/s, %.2f of pgbench's %,.0f tx/s (bar %.2f), p50 %.1f ms, p99 %.1f ms",
                        clients,
                        outcome.perSecond(),
                        ratio,
                        floor,
                        BAR,
                        outcome.p50Millis(),
                        outcome.p99Millis()))
                .require(ratio >= BAR, "the pipeline is too slow with " + clients + " clients")
                .require(
                        outcome.errors().isEmpty(),
                        outcome.errors().size() + " errors with " + clients + " clients, one of them "
                                + outcome.errors().stream().findFirst().orElse(""));
    }

    /** Every project that was answered for is there once, with its audit row, its event and its stored answer. */
    private static void checkRows(Result result, Database database, Map<Integer, ProjectLoad.Outcome> outcomes)
            throws SQLException {
        long answered = 1
                + outcomes.values().stream()
                        .mapToLong(ProjectLoad.Outcome::created)
                        .sum();
        try (Connection connection = database.connect(DATABASE)) {
            Map<String, String> counts = new LinkedHashMap<>();
            counts.put("projects", "SELECT count(*) FROM identity.project");
            counts.put(
                    "audit rows",
                    "SELECT count(*) FROM audit.event WHERE action = 'project.create' AND outcome = 'succeeded'");
            counts.put(
                    "stored answers",
                    "SELECT count(*) FROM pipeline.idempotency WHERE operation = 'createProject' AND status = 201");
            counts.put("events", """
                    SELECT count(DISTINCT aggregate) FROM (SELECT aggregate FROM events.outbox
                        UNION ALL SELECT aggregate FROM events.bus_message) e WHERE aggregate LIKE 'project:%'""");
            for (Map.Entry<String, String> one : counts.entrySet()) {
                long found = Database.number(connection, one.getValue());
                result.require(found == answered, found + " " + one.getKey() + " for " + answered + " answers");
            }
        }
        result.figure("answered", answered);
    }
}
