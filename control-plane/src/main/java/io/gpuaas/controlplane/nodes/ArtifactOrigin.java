package io.gpuaas.controlplane.nodes;

import java.io.IOException;
import java.io.OutputStream;

/** The source of programs that hosts download. */
@FunctionalInterface
public interface ArtifactOrigin {

    /** False when it has nothing with this digest. */
    boolean write(String digest, OutputStream into) throws IOException;
}
