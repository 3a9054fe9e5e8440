package io.gpuaas.agent.wire;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A private key with what the server gave for it. */
public final class Identity {

    private final KeyPair keys;
    private final Credentials credentials;
    private final List<X509Certificate> chain;
    private final List<X509Certificate> authorities;
    private final Map<String, PublicKey> taskKeys;

    private Identity(
            KeyPair keys,
            Credentials credentials,
            List<X509Certificate> chain,
            List<X509Certificate> authorities,
            Map<String, PublicKey> taskKeys) {
        this.keys = keys;
        this.credentials = credentials;
        this.chain = chain;
        this.authorities = authorities;
        this.taskKeys = taskKeys;
    }

    public static Identity of(PrivateKey privateKey, Credentials credentials) throws GeneralSecurityException {
        List<X509Certificate> chain = Pem.readCertificates(credentials.certificate());
        PublicKey publicKey = chain.getFirst().getPublicKey();
        Map<String, PublicKey> taskKeys = new HashMap<>();
        for (Credentials.TaskVerificationKey key : credentials.taskKeys()) {
            byte[] encoded = Base64.getDecoder().decode(key.publicKey());
            taskKeys.put(
                    key.keyId(), KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        }
        return new Identity(
                new KeyPair(publicKey, privateKey),
                credentials,
                chain,
                Pem.readCertificates(credentials.ca()),
                Map.copyOf(taskKeys));
    }

    public NodeId node() {
        return credentials.nodeId();
    }

    public Credentials credentials() {
        return credentials;
    }

    public @Nullable PublicKey taskKey(String keyId) {
        return taskKeys.get(keyId);
    }

    public KeyPair keys() {
        return keys;
    }

    PrivateKey privateKey() {
        return keys.getPrivate();
    }

    List<X509Certificate> chain() {
        return chain;
    }

    List<X509Certificate> authorities() {
        return authorities;
    }

    public Instant notBefore() {
        return chain.getFirst().getNotBefore().toInstant();
    }

    public Instant notAfter() {
        return chain.getFirst().getNotAfter().toInstant();
    }
}
