package io.gpuaas.agent.host;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A log while it is written. Whoever does not read it stops it: nothing is collected in between. */
public interface LogFollower extends AutoCloseable {

    /** Reads up to {@code bytesMax} bytes; empty when nothing was written for a moment, null at the end. */
    byte @Nullable [] read(int bytesMax) throws IOException, InterruptedException;

    /** Whether something went missing since this was last asked, because the log was replaced meanwhile. */
    boolean takeGap();

    /** Ends a read that waits. */
    @Override
    void close();
}
