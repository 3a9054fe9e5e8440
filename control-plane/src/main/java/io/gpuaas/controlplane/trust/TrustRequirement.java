package io.gpuaas.controlplane.trust;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * The keys, trust store and numbers of different signers that an artifact needs. {@code registrants} names the person who
 * registered a key, by the id under which the key appears in the evidence: several keys of one person are one signer.
 */
public record TrustRequirement(
        List<SigningKey> keys,
        List<X509Certificate> trustStore,
        int publisherKeysMin,
        int platformKeysMin,
        Map<String, String> registrants) {

    private static final int KEYS_MAX = 100;

    public TrustRequirement {
        keys = List.copyOf(keys);
        trustStore = List.copyOf(trustStore);
        registrants = Map.copyOf(registrants);
        if (keys.size() > KEYS_MAX || trustStore.size() > KEYS_MAX) {
            throw new IllegalArgumentException("more than " + KEYS_MAX + " keys or certificates");
        }
        if (publisherKeysMin < 0 || platformKeysMin < 0 || publisherKeysMin + platformKeysMin < 1) {
            throw new IllegalArgumentException("at least one signature must be required");
        }
    }

    /** A requirement that counts each key as a signer of its own. */
    public TrustRequirement(
            List<SigningKey> keys, List<X509Certificate> trustStore, int publisherKeysMin, int platformKeysMin) {
        this(keys, trustStore, publisherKeysMin, platformKeysMin, Map.of());
    }
}
