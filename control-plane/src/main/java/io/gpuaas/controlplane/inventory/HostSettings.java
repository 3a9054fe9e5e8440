package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.nodes.NodeFacts;
import io.gpuaas.controlplane.platform.AfterTransaction;
import io.gpuaas.events.NodeZoneSet;
import io.gpuaas.events.SlotModeSet;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import org.springframework.stereotype.Component;

/** Stores operators' settings of hosts and slots that nodes cannot report. */
@Component
class HostSettings {

    private final NodeFacts nodes;
    private final HostStore store;
    private final SlotIndex index;
    private final Outbox outbox;

    HostSettings(NodeFacts nodes, HostStore store, SlotIndex index, Outbox outbox) {
        this.nodes = nodes;
        this.store = store;
        this.index = index;
        this.outbox = outbox;
    }

    /** Works before the node has reported its topology, too. */
    void setZone(NodeId node, Host.Place place) {
        store.lock(nodes.find(node).orElseThrow(InventoryErrors::noSuchNode));
        store.setPlace(node, place);
        outbox.append(new NodeZoneSet(node, place.region(), place.zone()));
    }

    /** Only for a free GPU: a GPU is either divided into instances or leased whole. */
    void setMode(NodeId node, String gpuUuid, Slot.Mode mode) {
        Slot slot = store.lockSlot(node, gpuUuid).orElseThrow(InventoryErrors::noSuchSlot);
        if (slot.mode() == mode) {
            return;
        }
        if (slot.held()) {
            throw InventoryErrors.held();
        }
        Slot changed = store.setMode(slot.number(), mode);
        outbox.append(new SlotModeSet(node, gpuUuid, mode.wire()));
        AfterTransaction.run(committed -> {
            if (committed) {
                index.put(List.of(changed));
            }
        });
    }
}
