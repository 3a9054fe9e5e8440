package io.gpuaas.controlplane.custody;

import java.util.Optional;

/**
 * A store of secrets outside of the database. Each call may be repeated after a crash, and none is made inside a
 * transaction.
 */
interface OutsideStore {

    /** Stores a secret under a name that has none. A second call with the same secret changes nothing. */
    void write(SecretName name, byte[] secret);

    Optional<byte[]> read(SecretName name);

    /** Removes all traces of the secret. One that is not there counts as removed. */
    void destroy(SecretName name);
}
