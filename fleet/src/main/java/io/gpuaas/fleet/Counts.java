package io.gpuaas.fleet;

import java.util.concurrent.atomic.LongAdder;

/** Counts events of the whole fleet. */
public final class Counts {

    public final LongAdder enrolled = new LongAdder();
    public final LongAdder heartbeats = new LongAdder();
    public final LongAdder heartbeatBytes = new LongAdder();
    public final LongAdder polls = new LongAdder();
    public final LongAdder tasks = new LongAdder();
    public final LongAdder refusedTasks = new LongAdder();
    public final LongAdder errors = new LongAdder();

    Counts() {}
}
