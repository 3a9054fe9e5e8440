package io.gpuaas.agent.update;

import io.gpuaas.agent.wire.ServerException;

/** Where artifacts come from. What it gives is checked, so it need not be trusted. */
@FunctionalInterface
public interface ArtifactSource {

    byte[] fetch(String digest, int bytesMax) throws ServerException;
}
