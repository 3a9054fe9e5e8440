package io.gpuaas.controlplane.inventory;

import io.gpuaas.api.CapacityApi;
import io.gpuaas.api.NodeZone;
import io.gpuaas.api.Offer;
import io.gpuaas.api.OfferList;
import io.gpuaas.api.PlacementExplanation;
import io.gpuaas.api.PlacementStrategy;
import io.gpuaas.api.SetNodeZone;
import io.gpuaas.api.SetSlotMode;
import io.gpuaas.api.SlotPage;
import io.gpuaas.api.SlotState;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CapacityHandler implements CapacityApi {

    private static final String SLOTS = "slots";

    private final SkuOffers offers;
    private final Explanations explanations;
    private final SlotListing slots;
    private final HostSettings settings;

    CapacityHandler(SkuOffers offers, Explanations explanations, SlotListing slots, HostSettings settings) {
        this.offers = offers;
        this.explanations = explanations;
        this.slots = slots;
        this.settings = settings;
    }

    @Override
    public OfferList listProjectSkus(ProjectId project) {
        return new OfferList(offers.list());
    }

    @Override
    public Offer getProjectSku(ProjectId project, String skuName) {
        return offers.require(skuName);
    }

    @Override
    public SlotPage listSlots(
            @Nullable NodeId node, @Nullable SlotState state, Integer limit, @Nullable String cursor) {
        List<io.gpuaas.api.Slot> rows = slots.list(
                new SlotListing.Filter(node, null, state), PageCursor.decode(SLOTS, cursor, Long::valueOf), limit + 1);
        return new SlotPage(
                PageCursor.page(rows, limit), PageCursor.next(SLOTS, rows, limit, io.gpuaas.api.Slot::number));
    }

    @Override
    public PlacementExplanation explainPlacement(String sku, Integer count, @Nullable PlacementStrategy strategy) {
        return explanations.explain(sku, count, strategy);
    }

    @Override
    public NodeZone setNodeZone(NodeId node, SetNodeZone command) {
        settings.setZone(node, new Host.Place(command.region(), command.zone()));
        return new NodeZone(node, command.region(), command.zone());
    }

    @Override
    public io.gpuaas.api.Slot setSlotMode(NodeId node, String gpuUuid, SetSlotMode command) {
        settings.setMode(node, gpuUuid, Slot.Mode.valueOf(command.mode().wire().toUpperCase(Locale.ROOT)));
        return slots.list(new SlotListing.Filter(node, gpuUuid, null), null, 1).getFirst();
    }
}
