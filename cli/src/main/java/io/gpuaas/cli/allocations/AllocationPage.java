package io.gpuaas.cli.allocations;

import io.gpuaas.cli.output.Words;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationAccess;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.LeasedGpu;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders an allocation as text: state, placement, SSH access, timeline and cost. Pure. */
final class AllocationPage {

    static final Set<AllocationState> ENDED = Set.of(AllocationState.RELEASED, AllocationState.FAILED);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Set<String> STEPS = Set.of("moved", "progressed");

    private static final int EVENTS_SHOWN_MAX = 20;

    private final Allocation allocation;
    private final @Nullable String node;
    private final List<AllocationEvent> events;
    private final Instant now;
    private final List<String> lines = new ArrayList<>();

    private AllocationPage(Allocation allocation, @Nullable String node, List<AllocationEvent> events, Instant now) {
        this.allocation = allocation;
        this.node = node;
        this.events = events;
        this.now = now;
    }

    /** Renders the page. {@code node} is the node's name, or null if the caller may not read nodes. */
    static List<String> of(Allocation allocation, @Nullable String node, List<AllocationEvent> events, Instant now) {
        AllocationPage page = new AllocationPage(allocation, node, events, now);
        page.what();
        page.where();
        page.connect();
        page.timeline();
        page.cost();
        return page.lines;
    }

    private void what() {
        lines.add(Words.printable(allocation.name()) + "  " + standing());
        add(allocation.count() + " x " + allocation.sku()
                + (allocation.image() == null ? "" : ", image " + Words.printable(allocation.image())));
        add("id " + allocation.id());
        if (!allocation.labels().isEmpty()) {
            add("labels "
                    + allocation.labels().entrySet().stream()
                            .map(label -> Words.printable(label.getKey() + "=" + label.getValue()))
                            .sorted()
                            .collect(Collectors.joining(" ")));
        }
        if (Boolean.TRUE.equals(allocation._protected())) {
            add("protected: unprotect it before releasing it");
        }
        troubles();
    }

    private String standing() {
        String phase = allocation.phase() == null
                ? ""
                : ", " + words(allocation.phase().wire());
        Integer attempt = allocation.attempt();
        return words(allocation.state().wire()) + phase
                + (attempt == null || attempt < 2 ? "" : " (attempt " + attempt + ")") + " for "
                + Words.length(Duration.between(allocation.stateSince(), now));
    }

    private void troubles() {
        if (allocation.failure() != null) {
            add("reason: " + Words.printable(allocation.failure().message()));
        }
        if (allocation.degraded() != null) {
            add("degraded for "
                    + Words.length(Duration.between(allocation.degraded().since(), now)) + ": "
                    + Words.printable(allocation.degraded().reason()));
        }
        if (allocation.stuckSince() != null) {
            add("stuck: the current phase has exceeded its time limit");
        }
        if (allocation.queue() != null) {
            String reason = allocation.queue().reason();
            add("position " + allocation.queue().position() + " in the queue"
                    + (reason == null ? "" : ": " + Words.printable(reason)));
        }
        if (allocation.expiresAt() != null && !ENDED.contains(allocation.state())) {
            add("ends " + time(allocation.expiresAt()) + ", in " + until(allocation.expiresAt()));
        }
        if (allocation.idleSince() != null) {
            Instant released = allocation.idleReleaseAt();
            add("idle for " + Words.length(Duration.between(allocation.idleSince(), now))
                    + (released == null ? "" : "; released in " + until(released) + " if it stays idle")
                    + (released == null ? "" : "  (gpuaas allocations snooze " + allocation.id() + ")"));
        } else if (allocation.idleReleaseSeconds() != null && !ENDED.contains(allocation.state())) {
            add("released after " + Words.length(Duration.ofSeconds(allocation.idleReleaseSeconds()))
                    + " without use of its GPUs");
        }
    }

    private String until(Instant end) {
        return Words.length(Duration.between(now, end));
    }

    /** Returns the time until the first automatic release, or null when there is none. */
    static @Nullable String endsIn(Allocation allocation, Instant now) {
        Instant end = allocation.expiresAt();
        Instant idle = allocation.idleReleaseAt();
        Instant first = end == null || (idle != null && idle.isBefore(end)) ? idle : end;
        return first == null || ENDED.contains(allocation.state()) ? null : Words.length(Duration.between(now, first));
    }

    private void where() {
        if (allocation.lease() == null) {
            return;
        }
        section("Where");
        NodeId id = allocation.lease().nodeId();
        add("node " + (node == null ? id : Words.printable(node) + " (" + id + ")"));
        if (Boolean.TRUE.equals(allocation.simulated())) {
            add("SIMULATED: the host and its GPUs are invented");
        }
        for (LeasedGpu gpu : allocation.lease().gpus()) {
            add("GPU " + gpu.pciAddress() + ", NUMA node " + gpu.numaNode());
        }
    }

    private void connect() {
        AllocationAccess access = allocation.access();
        if (access == null) {
            return;
        }
        section("Connect");
        if (Boolean.TRUE.equals(allocation.simulated())) {
            add("gpuaas terminal " + Words.printable(allocation.name()));
            return;
        }
        add(Words.printable(access.command()));
        Objects.requireNonNullElse(access.hostKeys(), List.<String>of())
                .forEach(key -> add("host key " + Words.printable(key)));
    }

    /** Each step lasts until the next one, the current step until now. */
    private void timeline() {
        if (events.isEmpty()) {
            return;
        }
        section("Timeline (UTC)");
        int first = Math.max(0, events.size() - EVENTS_SHOWN_MAX);
        if (first > 0) {
            add(first + " earlier: gpuaas allocations timeline " + allocation.id());
        }
        for (int i = first; i < events.size(); i++) {
            AllocationEvent event = events.get(i);
            String message = event.message() == null ? "" : "  " + Words.printable(event.message());
            add(time(event.at()) + "  " + pad(lasted(i)) + "  " + label(event) + message);
        }
    }

    private static String label(AllocationEvent event) {
        if (!STEPS.contains(event.kind())) {
            return words(event.kind());
        }
        return event.phase() == null
                ? words(event.state().wire())
                : "  " + words(event.phase().wire());
    }

    private String lasted(int index) {
        AllocationEvent event = events.get(index);
        if (!STEPS.contains(event.kind()) || ENDED.contains(event.state())) {
            return "";
        }
        Instant end = nextStep(index, event.kind());
        return Words.length(Duration.between(event.at(), end == null ? now : end));
    }

    /** A state spans its phases; a phase ends with the next step of any kind. */
    private @Nullable Instant nextStep(int index, String kind) {
        return events.stream()
                .skip(index + 1L)
                .filter(later -> later.kind().equals("moved")
                        || (kind.equals("progressed") && later.kind().equals("progressed")))
                .map(AllocationEvent::at)
                .findFirst()
                .orElse(null);
    }

    private void cost() {
        section("Cost");
        add(
                allocation.hourlyCost() == null
                        ? "no price available"
                        : allocation.hourlyCost().amount() + " "
                                + allocation.hourlyCost().currency() + " per hour (estimate)");
    }

    private void section(String title) {
        lines.add("");
        lines.add(title);
    }

    private void add(String line) {
        lines.add(("  " + line).stripTrailing());
    }

    private static String words(String wire) {
        return wire.replace('_', ' ');
    }

    private static String time(Instant instant) {
        return TIME.format(instant);
    }

    private static String pad(String text) {
        return " ".repeat(Math.max(0, 11 - text.length())) + text;
    }
}
