package io.gpuaas.controlplane.inventory;

import static io.gpuaas.controlplane.inventory.Fixture.bareMetal;
import static io.gpuaas.controlplane.inventory.Fixture.fits;
import static io.gpuaas.controlplane.inventory.Fixture.host;
import static io.gpuaas.controlplane.inventory.Fixture.instance;
import static io.gpuaas.controlplane.inventory.Fixture.making;
import static io.gpuaas.controlplane.inventory.Fixture.misfit;
import static io.gpuaas.controlplane.inventory.Fixture.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {

    @Test
    void bestFitKeepsWholeHostsThenFoursThenPairs() {
        Inventory inventory =
                of(host("empty", "ffff", "ffff"), host("half", "tttt", "ffff"), host("odd", "tfff", "tttt"));
        assertThat(fits(inventory, slice(1)).host().name()).isEqualTo("odd");
        assertThat(fits(inventory, slice(2)).host().name()).isEqualTo("odd");
        assertThat(fits(inventory, slice(4)).host().name()).isEqualTo("half");
        assertThat(fits(inventory, slice(8)).host().name()).isEqualTo("empty");
    }

    @Test
    void aSingleGpuIsTakenFromThreeRatherThanFromAPair() {
        Inventory inventory = of(host("pair", "ttff"), host("three", "tfff"));
        assertThat(fits(inventory, slice(1)).host().name()).isEqualTo("three");
    }

    @Test
    void packFillsAndSpreadEmpties() {
        Inventory inventory =
                of(host("empty", "ffff", "ffff"), host("half", "tttt", "ffff"), host("full", "tttt", "ttff"));
        assertThat(fits(inventory, slice(1, PlacementPreference.PACK)).host().name())
                .isEqualTo("full");
        assertThat(fits(inventory, slice(1, PlacementPreference.SPREAD)).host().name())
                .isEqualTo("empty");
    }

    @Test
    void gpusWithDiskAndFabricBesideThemComeFirst() {
        Inventory inventory = of(host("far", "tttf"), host("near", "fFfF"));
        PlacementChoice.Fits chosen = fits(inventory, slice(2));
        assertThat(chosen.host().name()).isEqualTo("near");
        assertThat(chosen.parts()).allMatch(part -> part.slot().near());
        assertThat(chosen.reasons()).contains("Each GPU has its own disk and fabric port.");
    }

    @Test
    void aSliceLargerThanANumaNodeTakesWholeOnes() {
        assertThat(fits(of(host("a", "ffff", "ffff")), slice(8)).parts()).hasSize(8);
        assertThat(misfit(of(host("a", "ffff", "ffft"), host("b", "ffff", "tttt")), slice(8)))
                .isEqualTo("No node has 8 free h100-sxm GPUs; 4+4 is available.");
    }

    @Test
    void bareMetalTakesAHostThatIsFreeAsAWhole() {
        assertThat(fits(of(host("a", "ffff", "ffft"), host("b", "ffff", "ffff")), bareMetal(8))
                        .host()
                        .name())
                .isEqualTo("b");
        assertThat(misfit(of(host("a", "ffff", "ffft"), host("b", "ffff", "fffo")), bareMetal(8)))
                .isEqualTo("No host with 8 h100-sxm GPUs is entirely free; 2 have some GPUs free.");
        assertThat(misfit(of(host("small", "ffff")), bareMetal(8))).contains("1 has some GPUs free");
    }

    @Test
    void aReplacedGpuCountsOnlyAsLongAsSomebodyHoldsIt() {
        Host held = host("a", "ffff", "ffffr");
        assertThat(misfit(of(held), bareMetal(8))).contains("1 has some GPUs free");
        assertThat(PlacementRehearsal.couldHold(of(held), bareMetal(8))).isTrue();

        Host freed = Fixture.with(held, held.slots().stream().map(Slot::emptied).toList());
        assertThat(fits(of(freed), bareMetal(8)).parts()).hasSize(8);
    }

    @Test
    void aShapeIsPlacedOnlyOnHostsThatSupportIt() {
        Host plain = making(host("plain", "ffff", "ffff"), Shape.BARE_METAL, Shape.MIG);
        Host slices = making(host("slices", "ffff", "fftt"), Shape.GPU_SLICE);
        Inventory both = of(plain, slices);
        assertThat(fits(both, slice(4)).host().name()).isEqualTo("slices");
        assertThat(fits(both, bareMetal(8)).host().name()).isEqualTo("plain");
        assertThat(misfit(both, slice(8)))
                .isEqualTo("No node has 8 free h100-sxm GPUs; the largest available count is 4.");
        assertThat(misfit(of(plain), slice(1))).isEqualTo("No host that supports slices has h100-sxm GPUs.");
        assertThat(misfit(of(slices), bareMetal(8))).isEqualTo("No host that can be rented whole has h100-sxm GPUs.");
        assertThat(misfit(of(slices), instance(MigProfile.P1G)))
                .isEqualTo("No host that supports MIG instances has h100-sxm GPUs.");
        assertThat(PlacementRehearsal.couldHold(of(plain), slice(1))).isFalse();
        assertThat(HostVerdicts.of(plain, slice(1)).fits()).isFalse();
    }

    @Test
    void aRefusalSaysWhatWouldFit() {
        assertThat(misfit(of(host("a", "fftt", "ttff")), slice(4)))
                .isEqualTo("No node has 4 free h100-sxm GPUs on one NUMA node; 2+2 is available.");
        assertThat(misfit(of(host("a", "ftft", "tttt")), slice(4)))
                .isEqualTo("No node has 4 free h100-sxm GPUs on one NUMA node; the largest available count is 2.");
        assertThat(misfit(of(host("a", "ttto")), slice(1)))
                .isEqualTo("All h100-sxm GPUs are in use or out of service.");
        assertThat(misfit(of(), slice(1))).isEqualTo("There are no h100-sxm GPUs.");
        assertThat(misfit(of(host("a", "ffff")), instance(MigProfile.P1G)))
                .isEqualTo("No h100-sxm GPU is divided for MIG.");
    }

    /** A slice lies on one NUMA node; where GPUs do not say on which they are, only the whole host can be had. */
    @Test
    void gpusOfAnUnknownNumaNodeAreSoldOnlyWithTheirHost() {
        Host host = host("a", "ffff");
        Inventory unknown = of(Fixture.with(
                host,
                host.slots().stream()
                        .map(slot -> Fixture.change(slot, Slot.Mode.WHOLE, Fixture.MODEL, -1))
                        .toList()));
        for (int count : List.of(1, 2, 4)) {
            assertThat(Placement.place(unknown, slice(count))).isInstanceOf(PlacementChoice.Misfit.class);
        }
        assertThat(fits(unknown, bareMetal(4)).parts()).hasSize(4);
    }

    @Test
    void otherModelsAreNotTaken() {
        Host host = host("a", "ffff");
        List<Slot> slots = host.slots().stream()
                .map(slot -> Fixture.change(slot, Slot.Mode.WHOLE, "h200-sxm"))
                .toList();
        assertThat(misfit(of(Fixture.with(host, slots)), slice(1))).isEqualTo("There are no h100-sxm GPUs.");
    }

    @ParameterizedTest
    @CsvSource({"P1G, 7", "P1G_ME, 1", "P1G_WIDE, 4", "P2G, 3", "P3G, 2", "P4G, 1", "P7G, 1"})
    void aDividedGpuTakesSoManyOfAProfile(MigProfile profile, int max) {
        assertThat(fill(Fixture.divided("a", 1), profile)).hasSize(max);
    }

    @Test
    void theStartsOfLargeInstancesStayFreeLongest() {
        assertThat(fill(Fixture.divided("a", 1), MigProfile.P1G))
                .extracting(SlotPart::start)
                .containsExactly(6, 5, 4, 3, 2, 1, 0);
        assertThat(fill(Fixture.divided("a", 1), MigProfile.P3G))
                .extracting(SlotPart::start)
                .containsExactly(4, 0);
    }

    @Test
    void anInstanceGoesWhereOthersAreAndBreaksNoEmptyGpu() {
        Inventory inventory = of(Fixture.divided("a", 4));
        SlotPart first = put(inventory, MigProfile.P1G);
        SlotPart second = put(inventory, MigProfile.P1G);
        assertThat(second.slot().number()).isEqualTo(first.slot().number());
        SlotPart large = put(inventory, MigProfile.P4G);
        assertThat(large.slot().number()).isEqualTo(first.slot().number());
        assertThat(large.start()).isZero();
        assertThat(put(inventory, MigProfile.P7G).slot().number())
                .isNotEqualTo(first.slot().number());
    }

    @Test
    void aFullGpuSaysWhichProfileWouldFit() {
        Inventory inventory = of(Fixture.divided("a", 1));
        put(inventory, MigProfile.P3G);
        assertThat(misfit(inventory, instance(MigProfile.P7G)))
                .isEqualTo("No divided h100-sxm GPU has room for 7g.80gb; 4g.40gb would fit.");
    }

    private static List<SlotPart> fill(Host host, MigProfile profile) {
        Inventory inventory = of(host);
        List<SlotPart> parts = new ArrayList<>();
        while (Placement.place(inventory, instance(profile)) instanceof PlacementChoice.Fits fits) {
            parts.addAll(fits.parts());
            inventory.put(Fixture.taking(fits.host(), fits.parts()));
        }
        return parts;
    }

    private static SlotPart put(Inventory inventory, MigProfile profile) {
        PlacementChoice.Fits fits = fits(inventory, instance(profile));
        inventory.put(Fixture.taking(fits.host(), fits.parts()));
        return fits.parts().getFirst();
    }

    private static Inventory of(Host... hosts) {
        return Inventory.of(List.of(hosts));
    }
}
