package io.gpuaas.controlplane.trust;

import java.security.cert.X509Certificate;
import java.util.List;

/** The keys, trust store and numbers of different signers that an artifact needs. */
public record TrustRequirement(
        List<SigningKey> keys, List<X509Certificate> trustStore, int publisherKeysMin, int platformKeysMin) {

    private static final int KEYS_MAX = 50;

    public TrustRequirement {
        keys = List.copyOf(keys);
        trustStore = List.copyOf(trustStore);
        if (keys.size() > KEYS_MAX || trustStore.size() > KEYS_MAX) {
            throw new IllegalArgumentException("more than " + KEYS_MAX + " keys or certificates");
        }
        if (publisherKeysMin < 0 || platformKeysMin < 0 || publisherKeysMin + platformKeysMin < 1) {
            throw new IllegalArgumentException("at least one signature must be required");
        }
    }
}
