package io.gpuaas.agent.terminal;

import java.util.function.Supplier;

/** Pictures of screens that are on their way to clients, of all terminals of this host together. */
final class Pictures {

    private final long bytesMax;
    private long bytes;

    Pictures(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Whether another one may be made; the last one may be larger than what is left. */
    synchronized boolean haveRoom() {
        return bytes < bytesMax;
    }

    /** To be let go when it was sent. */
    synchronized byte[] take(Supplier<byte[]> picture) {
        byte[] drawn = draw(picture);
        bytes += drawn.length;
        return drawn;
    }

    synchronized void letGo(int count) {
        bytes -= count;
    }

    /** One at a time: as long as it is being drawn it needs several times its memory. */
    synchronized byte[] draw(Supplier<byte[]> picture) {
        return picture.get();
    }
}
