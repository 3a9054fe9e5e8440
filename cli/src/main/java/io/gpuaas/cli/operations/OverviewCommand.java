package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.CurrencyOverview;
import io.gpuaas.sdk.EventsOverview;
import io.gpuaas.sdk.FleetOverview;
import io.gpuaas.sdk.GpuModelCount;
import io.gpuaas.sdk.MoneyOverview;
import io.gpuaas.sdk.Overview;
import io.gpuaas.sdk.QueueOverview;
import io.gpuaas.sdk.ShortTenant;
import io.gpuaas.sdk.TroubledNode;
import io.gpuaas.sdk.WaitingEvents;
import io.gpuaas.sdk.WaitingForSku;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

@Command(
        name = "overview",
        description = "Show key figures of the fleet, the queue, billing and events.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas ops overview", "  gpuaas ops overview --output json"})
final class OverviewCommand implements Runnable {

    private final Session session;

    OverviewCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Overview overview = session.connect().operations().getOverview();
        session.output().page(overview, () -> lines(overview));
    }

    private static List<String> lines(Overview overview) {
        List<String> lines = new ArrayList<>();
        fleet(overview.fleet(), lines);
        queue(overview.queue(), lines);
        money(overview.money(), lines);
        events(overview.events(), lines);
        String proxy = overview.unknownProxy();
        if (proxy != null) {
            lines.add("");
            lines.add("Warning: " + proxy + " sends forwarded headers and is not in gpuaas.proxies.networks. If it is a"
                    + " proxy, all clients behind it count as one address.");
        }
        return lines;
    }

    private static void fleet(FleetOverview fleet, List<String> lines) {
        lines.add("Nodes: "
                + (fleet.nodes().isEmpty()
                        ? "none"
                        : fleet.nodes().stream()
                                .map(one -> one.count() + " " + one.state().wire())
                                .collect(Collectors.joining(", "))));
        for (GpuModelCount one : fleet.gpus()) {
            lines.add("GPUs, " + Words.printable(one.model()) + ": " + one.taken() + " in use, " + one.free()
                    + " free, " + one.closed() + " unschedulable, " + one.outOfService() + " out of service");
        }
        lines.add("Nodes with problems: " + (fleet.troubled() == 0 ? "none" : fleet.troubled()));
        for (TroubledNode one : fleet.troubledNodes()) {
            lines.add("  " + Words.printable(one.name()) + ": " + one.state().wire() + " since " + one.since()
                    + (one.reason() == null ? "" : ", " + Words.printable(one.reason())));
        }
    }

    private static void queue(QueueOverview queue, List<String> lines) {
        lines.add("Allocations: "
                + (queue.allocations().isEmpty()
                        ? "none"
                        : queue.allocations().stream()
                                .map(one -> one.count() + " " + one.state().wire())
                                .collect(Collectors.joining(", ")))
                + "; stuck: " + queue.stuck() + "; degraded: " + queue.degraded());
        if (queue.waiting().isEmpty()) {
            lines.add("Queue: empty");
        }
        for (WaitingForSku one : queue.waiting()) {
            lines.add("Queue, " + Words.printable(one.sku()) + ": " + one.allocations() + " for " + one.gpus()
                    + " GPUs, oldest from " + one.oldestAt());
        }
    }

    private static void money(MoneyOverview money, List<String> lines) {
        for (CurrencyOverview one : money.currencies()) {
            lines.add("Charged today: " + show(one.todayNanos(), one) + "; in open months: "
                    + show(one.openNanos(), one)
                    + "; current rate per hour: " + show(one.burnNanosPerHour(), one) + "; owed: "
                    + show(one.owedNanos(), one)
                    + "; in clearing: " + show(one.clearingNanos(), one));
        }
        lines.add("Ledger: " + (money.inBalance() ? "balanced" : "NOT BALANCED; run gpuaas billing verify")
                + (money.chargedUntil() == null ? "" : ", charged until " + money.chargedUntil()));
        lines.add("Adjustments waiting for approval: " + money.pendingAdjustments());
        lines.add("Tenants low on credit: " + (money.shortOfCredit() == 0 ? "none" : money.shortOfCredit()));
        for (ShortTenant one : money.shortTenants()) {
            lines.add("  " + one.tenantId() + ": " + one.level().wire().replace('_', ' ')
                    + (one.deadline() == null ? "" : ", allocations will be released at " + one.deadline()));
        }
    }

    private static String show(long nanos, CurrencyOverview of) {
        return Amount.show(nanos, of.currency());
    }

    private static void events(EventsOverview events, List<String> lines) {
        WaitingEvents outbox = events.backlog().outbox();
        lines.add("Unpublished events: " + (outbox.more() ? "more than " : "") + outbox.count()
                + (outbox.oldestAt() == null ? "" : ", oldest from " + outbox.oldestAt())
                + (events.backlog().busReachable() ? "" : "; the event bus is unreachable"));
        lines.add("Dead letters: " + events.deadLetters() + ", of which " + events.exhausted() + " need attention");
    }
}
