package io.gpuaas.bench.billing;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.controlplane.billing.BillingLoad;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A tick over many active allocations beside the bare {@code INSERT … SELECT} of the ledger rows it makes, and reading the
 * balance of an account with many of them.
 */
public final class BillingBench implements Benchmark {

    private static final String DATABASE = "bench";
    private static final double TICK_RATIO_MAX = 2;
    private static final double BALANCE_P99_MILLIS_MAX = 2;
    private static final int READS = 2_000;

    @Override
    public Options options() {
        return Options.of("allocations", "100000", "tenants", "1000", "ticks", "5", "rows", "1000000");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Result result = new Result();
        try (Connection connection = database.connect(DATABASE)) {
            ticks(database, connection, options, result);
            balance(connection, options.number("rows"), result);
        }
        return result;
    }

    private static void ticks(Database database, Connection connection, Options options, Result result)
            throws SQLException {
        int allocations = options.number("allocations");
        Instant window = at(connection).truncatedTo(ChronoUnit.MINUTES);
        Database.execute(connection, BillingLoad.allocations(allocations, options.number("tenants"), window));
        Database.execute(connection, "ANALYZE billing.meter");
        BillingLoad load = new BillingLoad(database.source(DATABASE));
        Progress.say(allocations + " allocations are active");
        List<Double> ticks = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> naked = new ArrayList<>();
        Database.execute(connection, "CREATE TABLE public.naked (LIKE ledger.transfer INCLUDING ALL)");
        for (int tick = 0; tick <= options.number("ticks"); tick++) {
            Database.execute(connection, "CHECKPOINT");
            window = window.plusSeconds(BillingLoad.windowSeconds());
            long began = System.nanoTime();
            long used = load.tick(window);
            double tickSeconds = (System.nanoTime() - began) / 1e9;
            result.require(used == allocations, "a tick charged " + used + " of " + allocations);
            Database.execute(connection, "CHECKPOINT");
            double bareSeconds = bare(connection, window, "ledger.transfer");
            double nakedSeconds = bare(connection, window, "public.naked");
            Progress.say(String.format(Locale.ROOT, "tick %.2f s, bare insert %.2f s", tickSeconds, bareSeconds));
            if (tick > 0) {
                ticks.add(tickSeconds);
                bare.add(bareSeconds);
                naked.add(nakedSeconds);
            }
        }
        double tick = Median.of(ticks);
        double floor = Median.of(bare);
        boolean holds = tick <= TICK_RATIO_MAX * floor;
        result.figure("tick_seconds", tick)
                .figure("bare_insert_seconds", floor)
                .figure("ratio", tick / floor)
                .figure("insert_without_checks_seconds", Median.of(naked))
                .figure("ratio_to_insert_without_checks", tick / Median.of(naked))
                .figure("allocations_per_second", allocations / tick)
                .say(String.format(
                        Locale.ROOT,
                        "a tick over %d allocations %.2f s, the bare insert of its ledger rows %.2f s, ratio %.2f (bar 2): %s",
                        allocations,
                        tick,
                        floor,
                        tick / floor,
                        Result.verdict(holds)))
                .require(holds, "the ratio is over " + TICK_RATIO_MAX);
    }

    /** The rows of the last tick once more: into the same table, or into one that has its indexes and nothing else. */
    private static double bare(Connection connection, Instant window, String table) throws SQLException {
        Database.execute(
                connection,
                "CREATE TEMP TABLE rows AS SELECT * FROM ledger.transfer WHERE effective_at = '" + window
                        + "' AND kind = 'usage'");
        long began = System.nanoTime();
        Database.execute(connection, """
                INSERT INTO %s (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account,
                    currency, amount_nanos)
                SELECT booked_at, effective_at, 'bare', subject, tenant_id, debit_account, credit_account, currency, amount_nanos
                FROM rows""".formatted(table));
        double seconds = (System.nanoTime() - began) / 1e9;
        Database.execute(connection, "DROP TABLE rows");
        return seconds;
    }

    private static void balance(Connection connection, int rows, Result result) throws SQLException {
        Database.execute(connection, """
                INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account,
                    currency, amount_nanos)
                SELECT now(), now(), 'usage', tenant, tenant, credit, accrued, 'USD', 1 + n %% 1000
                FROM generate_series(1, %d) AS n, (SELECT md5('rich')::uuid AS tenant,
                    ledger.account_of('credit', md5('rich')::uuid, 'USD', NULL) AS credit,
                    ledger.account_of('accrued', md5('rich')::uuid, 'USD', NULL) AS accrued OFFSET 0) AS a""".formatted(rows));
        Progress.say(rows + " rows behind an account");
        Latencies reads = new Latencies();
        try (PreparedStatement read = connection.prepareStatement("""
                SELECT b.nanos, b.held_nanos FROM ledger.account a JOIN ledger.balance b ON b.account_id = a.id
                WHERE a.tenant_id = md5('rich')::uuid AND a.kind = 'credit' AND a.currency = 'USD' AND a.lot IS NULL""")) {
            for (int i = 0; i < READS; i++) {
                long began = System.nanoTime();
                try (ResultSet row = read.executeQuery()) {
                    result.require(row.next() && row.getLong(1) < 0, "the balance is not there");
                }
                reads.add(System.nanoTime() - began);
            }
        }
        double p99 = Latencies.together(List.of(reads)).percentileMillis(0.99);
        result.figure("rows_behind_the_account", rows)
                .figure(
                        "balance_read_p50_ms",
                        Latencies.together(List.of(reads)).percentileMillis(0.5))
                .figure("balance_read_p99_ms", p99)
                .say(String.format(
                        Locale.ROOT,
                        "balance of an account with %d rows p99 %.2f ms (bar 2): %s",
                        rows,
                        p99,
                        Result.verdict(p99 < BALANCE_P99_MILLIS_MAX)))
                .require(p99 < BALANCE_P99_MILLIS_MAX, "reading the balance takes " + p99 + " ms");
    }

    private static Instant at(Connection connection) throws SQLException {
        return Instant.ofEpochSecond(Database.number(connection, "SELECT extract(epoch FROM now())::bigint"));
    }
}
