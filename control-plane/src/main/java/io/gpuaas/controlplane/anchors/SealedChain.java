package io.gpuaas.controlplane.anchors;

import java.util.Optional;

/** A chain of seals that can be anchored. A port: the audit trail and the ledger have one each. */
public interface SealedChain {

    @SuppressWarnings("ArrayRecordComponent") // compared only as text
    record Newest(long seal, byte[] hmac) {}

    /** One word, part of the names of objects. */
    String name();

    /** The newest seal that is committed. */
    Optional<Newest> newest();

    /** With the key of the seals, which the database does not hold. */
    byte[] mac(byte[] content);
}
