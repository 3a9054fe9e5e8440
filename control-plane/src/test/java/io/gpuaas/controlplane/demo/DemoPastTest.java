package io.gpuaas.controlplane.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The past of a demo, and what the views of money show of it: all came about through the API. */
@Against("PostgreSQL")
class DemoPastTest {

    @TempDir
    static Path data;

    private static TestControlPlane plane;
    private static ApiClient admin;
    private static String tenant;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(settings(data));
        admin = plane.admin();
        tenant = admin.get("/api/v1/tenants")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static Map<String, String> settings(Path data) {
        return Map.of(
                "gpuaas.demo", "true",
                "gpuaas.demo-past", "true",
                "gpuaas.data-dir", data.toString(),
                "gpuaas.nodes.authority-file", data.resolve("authority.pem").toString(),
                "gpuaas.nodes.task-key-file", data.resolve("task-keys.json").toString());
    }

    private static JsonNode money(String path) {
        return admin.get("/api/v1/tenants/" + tenant + path).json();
    }

    private static List<JsonNode> items(String path) {
        return money(path).path("items").valueStream().toList();
    }

    @Test
    void ledgerAndTrailVerify() {
        JsonNode ledger = admin.get("/api/v1/ledger/verification").json();
        assertThat(ledger.path("intact").asBoolean()).as(ledger.toString()).isTrue();
        JsonNode trail = admin.post("/api/v1/audit-events/verify", "{}").json();
        assertThat(trail.path("intact").asBoolean()).as(trail.toString()).isTrue();
    }

    @Test
    void threeProjectsUsedGpusAndLastMonthIsClosed() {
        assertThat(plane.database().count("SELECT count(DISTINCT project_id) FROM allocations.allocation"))
                .isEqualTo(3);
        assertThat(plane.database().count("SELECT count(*) FROM allocations.allocation WHERE state <> 'released'"))
                .isZero();
        assertThat(items("/statements"))
                .singleElement()
                .satisfies(statement -> assertThat(statement.path("month").asString())
                        .isEqualTo(YearMonth.now(ZoneOffset.UTC).minusMonths(1).toString()));
        assertThat(plane.database().count("SELECT count(*) FROM nodes.node WHERE state <> 'retired'"))
                .isZero();
        assertThat(plane.database().count("SELECT count(*) FROM notifications.notification"))
                .isPositive();
    }

    @Test
    void aLaterStartAddsNothing() {
        long transfers = plane.database().count("SELECT count(*) FROM ledger.transfer");
        assertThat(transfers).isGreaterThan(1_000);
        try (TestControlPlane again = plane.startTwin(settings(data))) {
            assertThat(again.database().count("SELECT count(*) FROM ledger.transfer"))
                    .isEqualTo(transfers);
        }
    }

    @Test
    void aTransferOfUsageShowsWhatItWasComputedFrom() {
        List<JsonNode> usage = items("/ledger-transfers?limit=200&kind=usage");

        assertThat(usage).hasSize(200).allSatisfy(transfer -> {
            JsonNode charge = transfer.path("charge");
            long gpuSeconds =
                    charge.path("gpus").asLong() * charge.path("seconds").asLong();
            assertThat(gpuSeconds * charge.path("gpu_hour_nanos").asLong() / 3_600)
                    .isEqualTo(transfer.at("/amount/nanos").asLong());
        });
        String allocation = usage.getLast().path("subject").asString();
        assertThat(items("/ledger-transfers?limit=200&allocation_id=" + allocation))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.path("subject").asString()).isEqualTo(allocation));
        String booked = usage.getLast().path("booked_at").asString();
        assertThat(items("/ledger-transfers?limit=200&to=" + booked))
                .isNotEmpty()
                .allSatisfy(
                        one -> assertThat(Instant.parse(one.path("booked_at").asString()))
                                .isBefore(Instant.parse(booked)));
        assertThat(items("/ledger-transfers?kind=none")).isEmpty();
    }

    @Test
    void costsByTwoThingsComeToTheCostsByOne() {
        String since = "&from=" + PastPlan.beginning(Instant.now());
        JsonNode pairs = money("/costs?group_by=day&and_by=project" + since);
        List<JsonNode> days = items("/costs?group_by=day" + since);

        assertThat(pairs.path("items")
                        .valueStream()
                        .map(line -> line.path("and_group").asString())
                        .distinct())
                .hasSize(3);
        assertThat(days)
                .allSatisfy(day -> assertThat(pairs.path("items")
                                .valueStream()
                                .filter(pair -> pair.path("group").equals(day.path("group")))
                                .mapToLong(pair -> pair.path("amount_nanos").asLong())
                                .sum())
                        .isEqualTo(day.path("amount_nanos").asLong()));
        assertThat(admin.get("/api/v1/tenants/" + tenant + "/costs?group_by=day&and_by=label")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theDraftOfTheRunningMonthComesToItsCosts() {
        JsonNode draft = money("/draft-statement");

        long drafted = draft.path("lines")
                .valueStream()
                .mapToLong(line -> line.at("/amount/nanos").asLong())
                .sum();
        assertThat(drafted)
                .isPositive()
                .isEqualTo(items("/costs?group_by=project&from="
                                + draft.path("starts_at").asString())
                        .stream()
                        .mapToLong(line -> line.path("amount_nanos").asLong())
                        .sum());
    }

    @Test
    void theHourlyExportComesToTheDailyOneAndNamesThings() {
        String closed = YearMonth.now(ZoneOffset.UTC).minusMonths(1).toString();
        List<String> daily = export(closed, "day");
        List<String> hourly = export(closed, "hour");

        assertThat(hourly).hasSizeGreaterThan(2 * daily.size());
        assertThat(billed(hourly)).isEqualTo(billed(daily)).isPositive();
        assertThat(hourly).anySatisfy(row -> assertThat(row).contains(",Demo,", ",Model training,", ",finetune-1,"));
    }

    private static List<String> export(String month, String granularity) {
        return admin.get("/api/v1/tenants/" + tenant + "/focus-export?month=" + month + "&granularity=" + granularity)
                .body()
                .lines()
                .skip(1)
                .toList();
    }

    private static long billed(List<String> rows) {
        return rows.stream()
                .map(row -> row.substring(0, row.indexOf(',')))
                .mapToLong(
                        cost -> new java.math.BigDecimal(cost).movePointRight(9).longValueExact())
                .sum();
    }

    @Test
    void aFirstStartThatWasInterruptedIsNotRepeated(@TempDir Path interrupted) throws IOException {
        Files.createFile(interrupted.resolve("demo-past.unfinished"));

        assertThatThrownBy(() -> TestControlPlane.start(settings(interrupted)).close())
                .hasMessage("the first start of this demo was interrupted and its data is incomplete:"
                        + " start with ./gpuaas up --fresh");
    }

    @Test
    void thePlanEndsBeforeThePresentOnEveryDayOfAYear() {
        for (Instant now = Instant.parse("2027-01-01T00:05:00Z");
                now.isBefore(Instant.parse("2028-01-01T00:00:00Z"));
                now = now.plusSeconds(86_400 + 1_800)) {
            Instant present = now;
            assertThat(PastPlan.uses(now))
                    .isNotEmpty()
                    .allSatisfy(use -> assertThat(use.ends()).isBetween(use.starts(), present))
                    .allSatisfy(use -> assertThat(use.starts()).isAfter(PastPlan.beginning(present)));
        }
    }
}
