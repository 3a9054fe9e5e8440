package io.gpuaas.agent.terminal;

/** How much of a terminal is shown. */
record WindowSize(int columns, int rows) {

    static final WindowSize DEFAULT = new WindowSize(80, 24);

    private static final int MAX = 1_000;

    /** Clamps the client's size to what programs can handle. */
    static WindowSize of(int columns, int rows) {
        return new WindowSize(Math.clamp(columns, 1, MAX), Math.clamp(rows, 1, MAX));
    }
}
