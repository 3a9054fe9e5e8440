package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Away;
import io.gpuaas.controlplane.allocations.AllocationRecord.Bought;
import io.gpuaas.controlplane.allocations.AllocationRecord.Degradation;
import io.gpuaas.controlplane.allocations.AllocationRecord.DegradationSource;
import io.gpuaas.controlplane.allocations.AllocationRecord.Expiry;
import io.gpuaas.controlplane.allocations.AllocationRecord.Facts;
import io.gpuaas.controlplane.allocations.AllocationRecord.Idleness;
import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.allocations.AllocationRecord.Limits;
import io.gpuaas.controlplane.allocations.AllocationRecord.Machine;
import io.gpuaas.controlplane.allocations.AllocationRecord.Origin;
import io.gpuaas.controlplane.allocations.AllocationRecord.Place;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reach;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.ReleaseCharge;
import io.gpuaas.controlplane.allocations.AllocationRecord.Standing;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.allocations.AllocationRecord.Wish;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TypedId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** An allocation on its way to and from its row. */
@Component
class AllocationColumns {

    private static final TypeReference<TreeMap<String, String>> LABELS = new TypeReference<>() {};

    private final JsonMapper json;

    AllocationColumns(JsonMapper json) {
        this.json = json;
    }

    static @Nullable UUID uuid(@Nullable TypedId id) {
        return id == null ? null : id.value();
    }

    static AllocationId id(ResultSet row, int number) throws SQLException {
        return new AllocationId(row.getObject("id", UUID.class));
    }

    String labels(Map<String, String> labels) {
        return json.writeValueAsString(new TreeMap<>(labels));
    }

    /** Of a new one: nothing has become of it yet. */
    MapSqlParameterSource wish(AllocationRecord allocation) {
        Wish wish = allocation.wish();
        Money cost = wish.bought().hourlyCost();
        Reason reason = allocation.standing().reason();
        return new MapSqlParameterSource("id", allocation.id().value())
                .addValue("tenant", allocation.tenant().value())
                .addValue("project", allocation.project().value())
                .addValue("sku", wish.sku())
                .addValue("count", wish.count())
                .addValue("gpus", wish.gpus())
                .addValue("name", wish.name())
                .addValue("labels", labels(wish.labels()))
                .addValue("image", wish.image(), Types.VARCHAR)
                .addValue("maxDuration", seconds(wish.limits().maxDuration()), Types.BIGINT)
                .addValue("idleRelease", seconds(wish.limits().idleRelease()), Types.BIGINT)
                .addValue("queue", wish.queue())
                .addValue("protected", wish.isProtected())
                .addValue("isolation", wish.bought().isolation().wire())
                .addValue("shape", wish.bought().machine().shape().wire())
                .addValue("vcpus", wish.bought().machine().vcpus())
                .addValue("memoryBytes", wish.bought().machine().memoryBytes())
                .addValue("machineImage", wish.bought().machine().image(), Types.VARCHAR)
                .addValue("costNanos", cost == null ? null : cost.nanos(), Types.BIGINT)
                .addValue("costCurrency", cost == null ? null : cost.currency(), Types.VARCHAR)
                .addValue("createdAt", Columns.time(wish.origin().createdAt()))
                .addValue("createdBy", wish.origin().createdBy())
                .addValue("correlation", wish.origin().correlation().value())
                .addValue("state", allocation.state().wire())
                .addValue("stateSince", Columns.time(allocation.standing().since()))
                .addValue("code", reason == null ? null : reason.code(), Types.VARCHAR)
                .addValue("message", reason == null ? null : reason.message(), Types.VARCHAR)
                .addValue("node", text(allocation.place().node()), Types.VARCHAR)
                .addValue("username", allocation.place().username())
                .addValue("uid", allocation.place().uid())
                .addValue("expiresAt", text(allocation.facts().expiry().at()), Types.VARCHAR);
    }

    /**
     * Nullable values are bound as text: the driver sends a null time or id without a type, and PostgreSQL would parse
     * and plan the statement again each time a value changes between null and not null.
     */
    MapSqlParameterSource progress(AllocationRecord allocation) {
        Standing standing = allocation.standing();
        Step step = allocation.step();
        Place place = allocation.place();
        Facts facts = allocation.facts();
        Reason reason = standing.reason();
        return new MapSqlParameterSource("id", allocation.id().value())
                .addValue("version", allocation.version())
                .addValue("name", allocation.wish().name())
                .addValue("labels", labels(allocation.wish().labels()))
                .addValue("protected", allocation.wish().isProtected())
                .addValue("maxDuration", seconds(allocation.wish().limits().maxDuration()), Types.BIGINT)
                .addValue("idleRelease", seconds(allocation.wish().limits().idleRelease()), Types.BIGINT)
                .addValue("state", standing.state().wire())
                .addValue("stateSince", Columns.time(standing.since()))
                .addValue("activeAt", text(standing.activeAt()), Types.VARCHAR)
                .addValue("endedAt", text(standing.endedAt()), Types.VARCHAR)
                .addValue(
                        "outcome",
                        standing.outcome() == null ? null : standing.outcome().wire(),
                        Types.VARCHAR)
                .addValue("code", reason == null ? null : reason.code(), Types.VARCHAR)
                .addValue("message", reason == null ? null : reason.message(), Types.VARCHAR)
                .addValue("phase", step.phase() == null ? null : step.phase().wire(), Types.VARCHAR)
                .addValue("phaseSince", text(step.since()), Types.VARCHAR)
                .addValue("attempt", step.attempt())
                .addValue("notBefore", text(step.notBefore()), Types.VARCHAR)
                .addValue("task", text(step.task()), Types.VARCHAR)
                .addValue("stuckSince", text(step.stuckSince()), Types.VARCHAR)
                .addValue("forced", facts.forced())
                .addValue("node", text(place.node()), Types.VARCHAR)
                .addValue("granted", place.granted())
                .addValue("host", place.reach().address(), Types.VARCHAR)
                .addValue("port", place.reach().sshPort(), Types.INTEGER)
                .addValue("hostKeys", place.reach().hostKeys().toArray(String[]::new))
                .addValue("migUuid", place.reach().migUuid(), Types.VARCHAR)
                .addValue("keysWanted", place.keys().wanted())
                .addValue("keysGiven", place.keys().given())
                .addValue("keysTask", text(place.keys().task()), Types.VARCHAR)
                .addValue("degradedSince", text(facts.degradation().since()), Types.VARCHAR)
                .addValue("degradedReason", facts.degradation().reason(), Types.VARCHAR)
                .addValue("degradedWord", facts.degradation().source().wire())
                .addValue("faultReported", facts.faultReported())
                .addValue("root", facts.root())
                .addValue("awaySince", text(facts.away().since()), Types.VARCHAR)
                .addValue("awayUntil", text(facts.away().until()), Types.VARCHAR)
                .addValue("releaseChargedSince", text(facts.releaseCharge().since()), Types.VARCHAR)
                .addValue("releaseChargeWaived", facts.releaseCharge().waived())
                .addValue("expiresAt", text(facts.expiry().at()), Types.VARCHAR)
                .addValue("warnedAt", text(facts.expiry().warnedAt()), Types.VARCHAR)
                .addValue("idleSince", text(facts.idleness().since()), Types.VARCHAR)
                .addValue("idleSnoozedUntil", text(facts.idleness().snoozedUntil()), Types.VARCHAR);
    }

    private static @Nullable Long seconds(@Nullable Duration limit) {
        return limit == null ? null : limit.toSeconds();
    }

    private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
        Long seconds = Columns.optionalLong(row, column);
        return seconds == null ? null : Duration.ofSeconds(seconds);
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    AllocationRecord read(ResultSet row, int number) throws SQLException {
        return new AllocationRecord(
                id(row, number),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getLong("version"),
                wish(row),
                standing(row),
                step(row),
                place(row),
                facts(row));
    }

    private static Facts facts(ResultSet row) throws SQLException {
        return new Facts(
                new Degradation(
                        Columns.optionalInstant(row, "degraded_since"),
                        row.getString("degraded_reason"),
                        DegradationSource.valueOf(row.getString("degraded_word").toUpperCase(Locale.ROOT))),
                row.getBoolean("fault_reported"),
                new Away(Columns.optionalInstant(row, "away_since"), Columns.optionalInstant(row, "away_until")),
                isRoot(row),
                new ReleaseCharge(
                        Columns.optionalInstant(row, "release_charged_since"), row.getBoolean("release_charge_waived")),
                new Expiry(Columns.optionalInstant(row, "expires_at"), Columns.optionalInstant(row, "warned_at")),
                new Idleness(
                        Columns.optionalInstant(row, "idle_since"), Columns.optionalInstant(row, "idle_snoozed_until")),
                row.getInt("forced"));
    }

    /** Rows from before the column go by how their host is given back. */
    private static boolean isRoot(ResultSet row) throws SQLException {
        boolean root = row.getBoolean("root");
        return row.wasNull()
                ? row.getBoolean("granted")
                        && !row.getString("shape").equals(Shape.GPU_SLICE.wire())
                        && row.getString("isolation").equals(Isolation.FULL_REIMAGE.wire())
                : root;
    }

    private Wish wish(ResultSet row) throws SQLException {
        Long nanos = Columns.optionalLong(row, "cost_nanos");
        return new Wish(
                new Bought(
                        row.getString("sku"),
                        row.getInt("count"),
                        row.getInt("gpus"),
                        Isolation.valueOf(row.getString("isolation").toUpperCase(Locale.ROOT)),
                        new Machine(
                                Shape.valueOf(row.getString("shape").toUpperCase(Locale.ROOT)),
                                row.getInt("vcpus"),
                                row.getLong("memory_bytes"),
                                row.getString("machine_image")),
                        nanos == null ? null : new Money(nanos, row.getString("cost_currency"))),
                row.getString("name"),
                json.readValue(row.getString("labels"), LABELS),
                row.getString("image"),
                new Limits(duration(row, "max_duration"), duration(row, "idle_release")),
                row.getBoolean("queue"),
                row.getBoolean("protected"),
                new Origin(
                        Columns.instant(row, "created_at"),
                        row.getString("created_by"),
                        new CorrelationId(row.getString("correlation_id"))));
    }

    private static Standing standing(ResultSet row) throws SQLException {
        String outcome = row.getString("outcome");
        String code = row.getString("code");
        return new Standing(
                AllocationState.fromWire(row.getString("state")),
                Columns.instant(row, "state_since"),
                Columns.optionalInstant(row, "active_at"),
                Columns.optionalInstant(row, "ended_at"),
                outcome == null ? null : AllocationState.fromWire(outcome),
                code == null ? null : new Reason(code, row.getString("message")));
    }

    private static Step step(ResultSet row) throws SQLException {
        String phase = row.getString("phase");
        return new Step(
                phase == null ? null : AllocationPhase.fromWire(phase),
                Columns.optionalInstant(row, "phase_since"),
                row.getInt("attempt"),
                Columns.optionalInstant(row, "not_before"),
                optional(row, "task_id", TaskId::new),
                Columns.optionalInstant(row, "stuck_since"));
    }

    private static Place place(ResultSet row) throws SQLException {
        return new Place(
                optional(row, "node_id", NodeId::new),
                row.getString("username"),
                row.getInt("uid"),
                row.getBoolean("granted"),
                new Reach(
                        row.getString("ssh_host"),
                        Columns.optionalInt(row, "ssh_port"),
                        Columns.texts(row, "host_keys"),
                        row.getString("mig_uuid")),
                new Keys(
                        row.getLong("keys_wanted"),
                        row.getLong("keys_given"),
                        optional(row, "keys_task_id", TaskId::new)));
    }

    private static <T> @Nullable T optional(ResultSet row, String column, Function<UUID, T> make) throws SQLException {
        UUID value = row.getObject(column, UUID.class);
        return value == null ? null : make.apply(value);
    }
}
