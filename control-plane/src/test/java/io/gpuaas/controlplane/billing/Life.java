package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import java.util.ArrayList;
import java.util.List;

/** An allocation of the simulation, and when it worked. */
final class Life {

    /**
     * From one second to another. Where the end was reported after windows beyond it were charged, also how far it was
     * charged by then: the excess is refunded.
     */
    record Stretch(long from, long to, long chargedTo) {

        long end() {
            return isLate() ? chargedTo : to;
        }

        boolean isLate() {
            return chargedTo > from && chargedTo > to;
        }
    }

    final Metered metered;
    private final List<Stretch> stretches = new ArrayList<>();
    private long since;
    private boolean working;

    Life(Metered metered) {
        this.metered = metered;
    }

    boolean isWorking() {
        return working;
    }

    void works(long fromSecond) {
        since = fromSecond;
        working = true;
    }

    /** An end cannot lie before the stretch it ends; what does not work cannot stop. */
    void stops(long atSecond, long chargedTo) {
        if (working) {
            stretches.add(new Stretch(since, Math.max(since, atSecond), chargedTo));
        }
        working = false;
    }

    /** As far as an instant, with the one that has no end yet. */
    List<Stretch> stretches(long untilSecond) {
        List<Stretch> all = new ArrayList<>(stretches);
        if (working && since < untilSecond) {
            all.add(new Stretch(since, untilSecond, 0));
        }
        return all;
    }
}
