package io.gpuaas.controlplane.inventory;

import io.gpuaas.api.NodeVerdict;
import io.gpuaas.api.PlacementExplanation;
import io.gpuaas.api.PlacementStrategy;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.IdSource;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Where a request would go and why, for operators. Takes nothing. */
@Component
class Explanations {

    private static final int NODES_SHOWN_MAX = 500;

    private final Offerings offerings;
    private final SlotIndex index;
    private final Policies policies;
    private final IdSource ids;

    Explanations(Offerings offerings, SlotIndex index, Policies policies, IdSource ids) {
        this.offerings = offerings;
        this.index = index;
        this.policies = policies;
        this.ids = ids;
    }

    PlacementExplanation explain(String skuName, int count, @Nullable PlacementStrategy asked) {
        Sku sku = offerings.find(skuName).orElseThrow(() -> ProblemException.notFound("SKU"));
        offerings.requireCount(sku, count);
        PlacementPreference strategy = PlacementPreference.of(
                asked == null ? policies.effective(InventoryPolicies.PLACEMENT_STRATEGY) : asked.wire());
        PlacementRequest ask = PlacementRequest.of(sku, count, strategy, ids.next());
        index.refresh();
        return index.read(inventory -> explain(inventory, ask));
    }

    private static PlacementExplanation explain(Inventory inventory, PlacementRequest ask) {
        List<NodeVerdict> verdicts = inventory.hosts().stream()
                .map(host -> verdict(host, ask))
                .sorted(Comparator.comparing(NodeVerdict::fits).reversed())
                .toList();
        List<NodeVerdict> shown = verdicts.subList(0, Math.min(NODES_SHOWN_MAX, verdicts.size()));
        PlacementStrategy strategy = PlacementStrategy.fromWire(ask.strategy().wire());
        int left = verdicts.size() - shown.size();
        return switch (Placement.place(inventory, ask)) {
            case PlacementChoice.Fits fits ->
                new PlacementExplanation(
                        true,
                        strategy,
                        fits.host().node(),
                        fits.host().name(),
                        fits.parts().stream().map(part -> part.slot().gpuUuid()).toList(),
                        fits.reasons(),
                        shown,
                        left);
            case PlacementChoice.Misfit misfit ->
                new PlacementExplanation(false, strategy, null, null, null, List.of(misfit.sentence()), shown, left);
        };
    }

    private static NodeVerdict verdict(Host host, PlacementRequest ask) {
        HostVerdicts.Verdict verdict = HostVerdicts.of(host, ask);
        return new NodeVerdict(host.node(), host.name(), verdict.fits(), verdict.sentence());
    }
}
