package io.gpuaas.controlplane.objects;

import java.io.IOException;
import java.util.Optional;

/** Where large things are kept. No call may stand inside a database transaction. */
public interface ObjectStore {

    /** Replaces what was there under this name. */
    void put(ObjectName name, byte[] bytes) throws IOException;

    Optional<byte[]> find(ObjectName name) throws IOException;

    /** What is not there is deleted. */
    void delete(ObjectName name) throws IOException;
}
