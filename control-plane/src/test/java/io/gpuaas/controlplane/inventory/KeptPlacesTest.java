package io.gpuaas.controlplane.inventory;

import static io.gpuaas.controlplane.inventory.Fixture.bareMetal;
import static io.gpuaas.controlplane.inventory.Fixture.divided;
import static io.gpuaas.controlplane.inventory.Fixture.host;
import static io.gpuaas.controlplane.inventory.Fixture.instance;
import static io.gpuaas.controlplane.inventory.Fixture.making;
import static io.gpuaas.controlplane.inventory.Fixture.slice;
import static io.gpuaas.controlplane.inventory.Fixture.taking;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeptPlacesTest {

    private static Set<Long> numbers(Host host, int... slots) {
        return java.util.Arrays.stream(slots)
                .mapToObj(slot -> host.slots().get(slot).number())
                .collect(Collectors.toSet());
    }

    private static Set<Long> all(Host host) {
        return host.slots().stream().map(Slot::number).collect(Collectors.toSet());
    }

    @Test
    void aWholeHostIsWaitedForWhereLeastIsHeldAndWithPatienceInOneMorePlace() {
        Host fuller = host("a", "tttt", "tfff");
        Host emptier = host("b", "tfff", "tfff");
        Host broken = host("c", "ffff", "fffo");
        Host slicesOnly = making(host("d", "ffff", "tfff"), Shape.GPU_SLICE);
        Inventory inventory = Inventory.of(List.of(fuller, emptier, broken, slicesOnly));
        assertThat(KeptPlaces.of(inventory, bareMetal(8), 1)).isEqualTo(all(emptier));
        assertThat(KeptPlaces.of(inventory, bareMetal(8), 2)).hasSize(16).containsAll(all(fuller));
        assertThat(KeptPlaces.of(inventory, bareMetal(8), 99)).hasSize(16);
        assertThat(KeptPlaces.of(inventory, bareMetal(4), 1)).isEmpty();
    }

    @Test
    void ofASliceNoMoreIsKeptThanItNeeds() {
        Host host = host("a", "tttt", "tttf");
        Inventory inventory = Inventory.of(List.of(host));
        assertThat(KeptPlaces.of(inventory, slice(2), 1))
                .hasSize(2)
                .contains(host.slots().get(7).number());
        assertThat(KeptPlaces.of(inventory, slice(4), 1)).isEqualTo(numbers(host, 4, 5, 6, 7));
        assertThat(KeptPlaces.of(inventory, slice(8), 1)).isEqualTo(all(host));
    }

    @Test
    void anInstanceIsWaitedForOnTheGpuOfWhichLeastIsHeld() {
        Host host = divided("a", 2);
        Host used = taking(
                host,
                List.of(
                        new SlotPart(host.slots().get(0), MigProfile.P3G, 0),
                        new SlotPart(host.slots().get(1), MigProfile.P1G, 0)));
        assertThat(KeptPlaces.of(Inventory.of(List.of(used)), instance(MigProfile.P7G), 1))
                .isEqualTo(numbers(host, 1));
    }
}
