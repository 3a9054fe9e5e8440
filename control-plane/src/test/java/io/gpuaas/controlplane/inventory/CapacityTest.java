package io.gpuaas.controlplane.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

class CapacityTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final ProjectId PROJECT = new ProjectId(UUID.randomUUID());

    private final TestControlPlane plane = TestControlPlane.shared();
    private final Capacity capacity = plane.bean(Capacity.class);
    private final TransactionTemplate transaction = plane.bean(TransactionTemplate.class);

    @Test
    void aFreedSlotCanBeLeasedAgain() {
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-taken");
        NodeId node = TestHosts.add(plane, "r-taken", "h100-sxm", 8);
        AllocationId first = new AllocationId(UUID.randomUUID());

        Lease lease = taken(first, slice, 4);

        assertThat(lease.node()).isEqualTo(node);
        assertThat(lease.slots()).hasSize(4).extracting(HeldSlot::numaNode).containsOnly(0);
        assertThat(capacity.findLease(first)).contains(lease);
        taken(new AllocationId(UUID.randomUUID()), slice, 4);
        assertThat(reserve(new AllocationId(UUID.randomUUID()), slice, 1))
                .isInstanceOf(PlacementDecision.Refused.class);

        free(first);
        free(first);
        assertThat(capacity.findLease(first)).isEmpty();
        Lease again = taken(new AllocationId(UUID.randomUUID()), slice, 4);
        assertThat(again.slots()).extracting(HeldSlot::fencingToken).containsOnly(2L);
    }

    @Test
    void oldLeasesAreForgottenAndTheirNumbersNotGivenAgain() {
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-old");
        TestHosts.add(plane, "r-old", "h100-sxm", 1);
        AllocationId old = new AllocationId(UUID.randomUUID());
        taken(old, slice, 1);
        free(old);
        String count = "SELECT count(*) FROM inventory.lease WHERE allocation_id = '%s'";
        plane.bean(LeaseHousekeeping.class).deleteEnded();
        assertThat(plane.database().count(count.formatted(old))).isEqualTo(1);
        plane.database()
                .execute("UPDATE inventory.lease SET ended_at = now() - interval '401 days' WHERE allocation_id = '"
                        + old + "'");
        AllocationId live = new AllocationId(UUID.randomUUID());
        assertThat(taken(live, slice, 1).slots().getFirst().fencingToken()).isEqualTo(2);
        assertThat(plane.bean(LeaseHousekeeping.class).deleteEnded()).isPositive();
        assertThat(plane.database().count(count.formatted(old))).isZero();
        assertThat(capacity.findLease(live)).isPresent();
        free(live);
        assertThat(taken(new AllocationId(UUID.randomUUID()), slice, 1)
                        .slots()
                        .getFirst()
                        .fencingToken())
                .isEqualTo(3);
    }

    @Test
    void aTenantsPolicyDecidesAmongHostsThatFit() {
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-strategy");
        TestHosts.add(plane, "r-strategy", "h100-sxm", 8);
        TestHosts.add(plane, "r-strategy", "h100-sxm", 8);
        TenantId tenant = TenantId.parse(plane.admin().createTenant());
        NodeId first = placedBy(tenant, "pack", slice);
        assertThat(placedBy(tenant, "pack", slice)).isEqualTo(first);
        assertThat(placedBy(tenant, "spread", slice)).isNotEqualTo(first);
        assertThat(placedBy(tenant, "pack", slice)).isEqualTo(first);
    }

    private NodeId placedBy(TenantId tenant, String strategy, Sku sku) {
        plane.admin()
                .put("/api/v1/tenants/" + tenant + "/policies/placement.strategy", "{\"value\":\"" + strategy + "\"}");
        AllocationId id = new AllocationId(UUID.randomUUID());
        PlacementDecision decision = Objects.requireNonNull(
                transaction.execute(status -> capacity.reserve(new Capacity.Request(id, tenant, PROJECT, sku, 1))));
        return ((PlacementDecision.Taken) decision).lease().node();
    }

    @Test
    void aRolledBackTransactionTakesNothing() {
        Sku host = TestSkus.inRegion(plane, "h100-sxm-baremetal", "r-rollback");
        TestHosts.add(plane, "r-rollback", "h100-sxm", 8);
        transaction.executeWithoutResult(status -> {
            capacity.reserve(new Capacity.Request(new AllocationId(UUID.randomUUID()), TENANT, PROJECT, host, 1));
            status.setRollbackOnly();
        });
        assertThat(taken(new AllocationId(UUID.randomUUID()), host, 1).slots()).hasSize(8);
    }

    /** Even code that does not look at slots cannot lease one twice. */
    @Test
    void theDatabaseRefusesASecondLiveLeaseOfASlot() {
        NodeId node = TestHosts.add(plane, "r-twice", "h100-sxm", 1);
        Lease lease =
                taken(new AllocationId(UUID.randomUUID()), TestSkus.inRegion(plane, "h100-sxm-slice", "r-twice"), 1);
        assertThatThrownBy(() -> plane.database().execute("""
                        INSERT INTO inventory.lease_slot
                            (lease_id, slot_number, fencing_token, memory_start, memory_size, compute)
                        SELECT '%s', number, 2, 3, 1, 1 FROM inventory.slot WHERE node_id = '%s'""".formatted(lease.id(), node)))
                .rootCause()
                .hasMessageContaining("one_live_lease");
    }

    @Test
    void theSeededSkusHaveAPrice() {
        Offerings offerings = plane.bean(Offerings.class);
        assertThat(offerings.listVisible(TENANT))
                .extracting(Sku::name)
                .filteredOn(name -> name.startsWith("h"))
                .contains("h100-sxm-slice", "h200-sxm-slice", "h200-sxm-baremetal", "h100-mig-1g.10gb")
                .allSatisfy(sku -> assertThat(offerings.findPrice(sku, TENANT, Instant.now()))
                        .isPresent());
    }

    private Lease taken(AllocationId allocation, Sku sku, int count) {
        return ((PlacementDecision.Taken) reserve(allocation, sku, count)).lease();
    }

    private PlacementDecision reserve(AllocationId allocation, Sku sku, int count) {
        return Objects.requireNonNull(transaction.execute(
                status -> capacity.reserve(new Capacity.Request(allocation, TENANT, PROJECT, sku, count))));
    }

    private void free(AllocationId allocation) {
        transaction.executeWithoutResult(status -> capacity.free(allocation));
    }
}
