package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Leases. A slot's marks and its leases change in the same statement. */
@Component
class LeaseStore {

    private static final Logger log = LoggerFactory.getLogger(LeaseStore.class);

    private static final int TENURES_MAX = 100;

    private final JdbcClient jdbc;

    LeaseStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Parts of slots on one node to lease to one allocation: all of them or nothing. */
    record Claim(LeaseId id, Capacity.Request request, NodeId node, List<SlotPart> parts, Instant at) {

        boolean isOfInstances() {
            return parts.getFirst().profile() != null;
        }
    }

    /**
     * Returns the slots of the successful claims, as they are then. A claim fails when one of its slots has changed
     * since it was read, or a concurrent transaction is taking it. All claims have the same instant; instances are
     * claimed one at a time.
     */
    List<Slot> claim(List<Claim> claims) {
        boolean ofInstances = claims.stream().anyMatch(Claim::isOfInstances);
        if (ofInstances && claims.size() > 1) {
            throw new IllegalArgumentException("instances may share a GPU and are claimed one at a time");
        }
        List<Slot> taken = ofInstances && !Holding.isOpen() ? claimInstance(claims) : claim(claims, "SKIP LOCKED");
        if (!taken.isEmpty()) {
            Holding.open();
        }
        return taken;
    }

    /** Marks that this transaction has claimed something: from then on it waits for no lock. */
    private record Holding() implements TransactionSynchronization {

        static boolean isOpen() {
            return TransactionSynchronizationManager.getSynchronizations().stream()
                    .anyMatch(Holding.class::isInstance);
        }

        static void open() {
            if (!isOpen()) {
                TransactionSynchronizationManager.registerSynchronization(new Holding());
            }
        }
    }

    /**
     * Instances share the row of their GPU, so this waits for transactions that are taking another part of it. It
     * releases at once what it cannot use: holding a lock while waiting for another could deadlock.
     */
    private List<Slot> claimInstance(List<Claim> claims) {
        jdbc.sql("SAVEPOINT claim").update();
        List<Slot> taken;
        try {
            taken = claim(claims, "");
        } catch (PessimisticLockingFailureException e) {
            log.atInfo()
                    .addKeyValue("node", claims.getFirst().node())
                    .addKeyValue("reason", e.getMessage())
                    .log("lost a race for an instance");
            taken = List.of();
        }
        jdbc.sql(taken.isEmpty() ? "ROLLBACK TO SAVEPOINT claim" : "RELEASE SAVEPOINT claim")
                .update();
        return taken;
    }

    /** Claims of whole GPUs skip locked rows, so that two claims for the same GPUs cannot block each other. */
    private List<Slot> claim(List<Claim> claims, String others) {
        List<SlotPart> parts =
                claims.stream().flatMap(claim -> claim.parts().stream()).toList();
        return jdbc.sql("""
                WITH claim AS (
                    SELECT * FROM unnest(:ids, :allocations, :tenants, :projects, :skus, :counts, :nodes)
                        AS c (id, allocation_id, tenant_id, project_id, sku, count, node_id)),
                wanted AS (
                    SELECT * FROM unnest(:claims, :numbers, :leases, :starts, :sizes, :masks, :computes, :profiles, :modes)
                        AS w (id, number, leases, start, size, mask, compute, profile, mode)),
                locked AS (
                    SELECT w.* FROM wanted w JOIN inventory.slot s ON s.number = w.number
                    WHERE (s.leases = w.leases OR s.mode = 'mig') AND s.state = 'in_service' AND s.mode = w.mode
                      AND s.taken & w.mask = 0 AND s.compute_taken + w.compute <= 7
                    ORDER BY s.number FOR UPDATE OF s %s),
                complete AS (
                    SELECT l.* FROM locked l WHERE (SELECT count(*) FROM locked x WHERE x.id = l.id)
                        = (SELECT count(*) FROM wanted w WHERE w.id = l.id)),
                lease AS (
                    INSERT INTO inventory.lease (id, allocation_id, tenant_id, project_id, sku, count, node_id, taken_at)
                    SELECT c.*, :now FROM claim c WHERE c.id IN (SELECT id FROM complete)),
                taken AS (
                    UPDATE inventory.slot s SET leases = s.leases + 1, taken = s.taken | c.mask,
                        compute_taken = s.compute_taken + c.compute, version = s.version + 1,
                        changed_in = pg_current_xact_id()
                    FROM complete c WHERE s.number = c.number
                    RETURNING s.*),
                held AS (
                    INSERT INTO inventory.lease_slot
                        (lease_id, slot_number, fencing_token, memory_start, memory_size, compute, mig_profile)
                    SELECT c.id, t.number, t.leases, c.start, c.size, c.compute, c.profile
                    FROM taken t JOIN complete c ON c.number = t.number)
                SELECT * FROM taken""".formatted(others))
                .param("ids", uuids(claims, claim -> claim.id().value()))
                .param(
                        "allocations",
                        uuids(claims, claim -> claim.request().allocation().value()))
                .param(
                        "tenants",
                        uuids(claims, claim -> claim.request().tenant().value()))
                .param(
                        "projects",
                        uuids(claims, claim -> claim.request().project().value()))
                .param(
                        "skus",
                        claims.stream()
                                .map(claim -> claim.request().sku().name())
                                .toArray(String[]::new))
                .param(
                        "counts",
                        claims.stream().map(claim -> claim.request().count()).toArray(Integer[]::new))
                .param("nodes", uuids(claims, claim -> claim.node().value()))
                .param("now", Columns.time(claims.getFirst().at()))
                .param(
                        "claims",
                        claims.stream()
                                .flatMap(claim -> claim.parts().stream()
                                        .map(part -> claim.id().value()))
                                .toArray(UUID[]::new))
                .param(
                        "modes",
                        parts.stream().map(part -> part.slot().mode().wire()).toArray(String[]::new))
                .param("numbers", longs(parts, part -> part.slot().number()))
                .param("leases", longs(parts, part -> part.slot().leases()))
                .param("starts", shorts(parts, SlotPart::start))
                .param("sizes", shorts(parts, SlotPart::memorySize))
                .param("masks", shorts(parts, SlotPart::mask))
                .param("computes", shorts(parts, SlotPart::compute))
                .param("profiles", profiles(parts))
                .query(SlotStore::slot)
                .list();
    }

    private static UUID[] uuids(List<Claim> claims, Function<Claim, UUID> field) {
        return claims.stream().map(field).toArray(UUID[]::new);
    }

    private static Long[] longs(List<SlotPart> parts, Function<SlotPart, Long> field) {
        return parts.stream().map(field).toArray(Long[]::new);
    }

    private static Short[] shorts(List<SlotPart> parts, Function<SlotPart, Integer> field) {
        return parts.stream().map(field.andThen(Integer::shortValue)).toArray(Short[]::new);
    }

    private static @Nullable Short[] profiles(List<SlotPart> parts) {
        return parts.stream()
                .map(SlotPart::profile)
                .map(profile -> profile == null ? null : (short) profile.id())
                .toArray(Short[]::new);
    }

    /** The slots as they are then; none when the allocation holds nothing. */
    List<Slot> end(AllocationId allocation, Instant now) {
        return jdbc.sql("""
                WITH ended AS (
                    UPDATE inventory.lease SET ended_at = :now WHERE allocation_id = :allocation AND ended_at IS NULL
                    RETURNING id),
                parts AS (
                    UPDATE inventory.lease_slot p SET live = false FROM ended WHERE p.lease_id = ended.id
                    RETURNING p.slot_number, p.memory_start, p.memory_size, p.compute, p.mig_profile)
                UPDATE inventory.slot s SET
                    taken = s.taken & ~(((1 << p.memory_size) - 1) << p.memory_start
                        | CASE WHEN p.mig_profile = 20 THEN 256 ELSE 0 END),
                    compute_taken = s.compute_taken - p.compute, version = s.version + 1,
                    changed_in = pg_current_xact_id()
                FROM parts p WHERE s.number = p.slot_number RETURNING s.*""")
                .param("allocation", allocation.value())
                .param("now", Columns.time(now))
                .query(SlotStore::slot)
                .list();
    }

    /** The slots these hold as wholes. */
    Set<Long> wholeSlotsOf(Collection<AllocationId> allocations) {
        if (allocations.isEmpty()) {
            return Set.of();
        }
        return Set.copyOf(jdbc.sql("""
                SELECT p.slot_number FROM inventory.lease l JOIN inventory.lease_slot p ON p.lease_id = l.id
                WHERE l.allocation_id = ANY (:allocations) AND l.ended_at IS NULL AND p.mig_profile IS NULL""")
                .param(
                        "allocations",
                        allocations.stream().map(AllocationId::value).toArray(UUID[]::new))
                .query((row, n) -> row.getLong("slot_number"))
                .list());
    }

    int deleteEndedBefore(Instant time, int limit) {
        return jdbc.sql("""
                WITH old AS (
                    SELECT id FROM inventory.lease WHERE ended_at < :time ORDER BY ended_at LIMIT :limit
                    FOR UPDATE SKIP LOCKED),
                parts AS (DELETE FROM inventory.lease_slot p USING old WHERE p.lease_id = old.id RETURNING p.lease_id)
                DELETE FROM inventory.lease l USING old WHERE l.id = old.id AND (SELECT count(*) FROM parts) >= 0""")
                .param("time", Columns.time(time))
                .param("limit", limit)
                .update();
    }

    Map<AllocationId, Lease> findLive(Collection<AllocationId> allocations) {
        Map<AllocationId, List<Row>> found = jdbc
                .sql("""
                SELECT l.allocation_id, l.id, l.node_id, l.taken_at, s.gpu_uuid, s.pci_address, s.numa_node, s.nvme, s.nic,
                    p.fencing_token, p.memory_start, p.memory_size, p.mig_profile
                FROM inventory.lease l JOIN inventory.lease_slot p ON p.lease_id = l.id
                JOIN inventory.slot s ON s.number = p.slot_number
                WHERE l.allocation_id = ANY ((SELECT :allocations)::uuid[]) AND l.ended_at IS NULL
                ORDER BY s.pci_address, s.number""")
                .param(
                        "allocations",
                        allocations.stream().map(AllocationId::value).toArray(UUID[]::new))
                .query(LeaseStore::row)
                .list()
                .stream()
                .collect(Collectors.groupingBy(Row::allocation));
        Map<AllocationId, Lease> leases = new HashMap<>();
        found.forEach((allocation, rows) -> leases.put(allocation, lease(rows)));
        return leases;
    }

    private static Lease lease(List<Row> rows) {
        Row first = rows.getFirst();
        return new Lease(
                first.id(),
                first.allocation(),
                first.node(),
                rows.stream().map(Row::slot).toList(),
                first.takenAt());
    }

    /** Oldest first. */
    List<GpuTenure> tenures(AllocationId allocation) {
        return jdbc.sql("""
                SELECT l.node_id, l.taken_at, l.ended_at, array_agg(s.gpu_uuid ORDER BY s.pci_address) AS gpus
                FROM inventory.lease l JOIN inventory.lease_slot p ON p.lease_id = l.id
                JOIN inventory.slot s ON s.number = p.slot_number
                WHERE l.allocation_id = :allocation AND p.mig_profile IS NULL
                GROUP BY l.id ORDER BY l.taken_at LIMIT :limit""")
                .param("allocation", allocation.value())
                .param("limit", TENURES_MAX)
                .query((row, n) -> new GpuTenure(
                        new NodeId(row.getObject("node_id", UUID.class)),
                        List.of((String[]) row.getArray("gpus").getArray()),
                        Columns.instant(row, "taken_at"),
                        Columns.optionalInstant(row, "ended_at")))
                .list();
    }

    private record Row(AllocationId allocation, LeaseId id, NodeId node, Instant takenAt, HeldSlot slot) {}

    private static Row row(ResultSet row, int number) throws SQLException {
        return new Row(
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new LeaseId(row.getObject("id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                Columns.instant(row, "taken_at"),
                slot(row));
    }

    private static HeldSlot slot(ResultSet row) throws SQLException {
        return new HeldSlot(
                row.getString("gpu_uuid"),
                row.getString("pci_address"),
                row.getInt("numa_node"),
                row.getLong("fencing_token"),
                row.getString("nvme"),
                row.getString("nic"),
                mig(row));
    }

    private static HeldSlot.@Nullable MigPart mig(ResultSet row) throws SQLException {
        Integer profile = Columns.optionalInt(row, "mig_profile");
        return profile == null
                ? null
                : new HeldSlot.MigPart(row.getInt("memory_start"), row.getInt("memory_size"), profile);
    }
}
