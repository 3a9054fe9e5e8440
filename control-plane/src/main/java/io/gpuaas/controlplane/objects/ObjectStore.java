package io.gpuaas.controlplane.objects;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores large objects. Must not be called inside a database transaction. */
public interface ObjectStore {

    /** Replaces what was there under this name. */
    void put(ObjectName name, byte[] bytes) throws IOException;

    Optional<byte[]> find(ObjectName name) throws IOException;

    /** Reads the object from the given byte on, without holding it in memory. */
    Optional<InputStream> open(ObjectName name, long from) throws IOException;

    /** The object cannot be changed or deleted before then, where the store supports that: S3 with Object Lock. */
    void putLocked(ObjectName name, byte[] bytes, Instant until) throws IOException;

    /** Names that begin with the prefix, which ends with a slash, in order; those after the one that is given. */
    List<ObjectName> listAfter(String prefix, @Nullable ObjectName after, int limit) throws IOException;

    /** A missing object counts as deleted. */
    void delete(ObjectName name) throws IOException;
}
