package io.gpuaas.controlplane.operations;

import io.gpuaas.api.FleetOverview;
import io.gpuaas.api.Overview;
import io.gpuaas.controlplane.allocations.AllocationCounts;
import io.gpuaas.controlplane.billing.MoneyFigures;
import io.gpuaas.controlplane.events.Backlogs;
import io.gpuaas.controlplane.inventory.GpuCounts;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.nodes.FleetCounts;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** How everything is, in the few figures each domain gives of itself. */
@Component
class Glance {

    private final FleetCounts fleet;
    private final GpuCounts gpus;
    private final AllocationCounts allocations;
    private final MoneyFigures money;
    private final Backlogs events;
    private final ClientAddresses addresses;
    private final Clock clock;

    Glance(
            FleetCounts fleet,
            GpuCounts gpus,
            AllocationCounts allocations,
            MoneyFigures money,
            Backlogs events,
            ClientAddresses addresses,
            Clock clock) {
        this.fleet = fleet;
        this.gpus = gpus;
        this.allocations = allocations;
        this.money = money;
        this.events = events;
        this.addresses = addresses;
        this.clock = clock;
    }

    Overview now() {
        FleetCounts.Troubled troubled = fleet.troubled();
        return new Overview(
                clock.instant(),
                new FleetOverview(fleet.states(), gpus.byModel(), troubled.count(), troubled.longest()),
                allocations.now(),
                money.now(),
                events.overview(),
                addresses.suspectedProxy().orElse(null));
    }
}
