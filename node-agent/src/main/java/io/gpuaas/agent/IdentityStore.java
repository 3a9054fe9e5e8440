package io.gpuaas.agent;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.wire.Credentials;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.kernel.tls.CertificateRequest;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keys and certificates on disk. A key is kept before it is used in a request, so that a request whose answer was lost
 * is made again with the same key; a new certificate stands beside the old one until the server has taken it.
 */
final class IdentityStore {

    private static final String CURRENT = "identity.json";
    private static final String NEXT = "identity-next.json";
    private static final String REJOIN = "identity-rejoin.json";

    private final StateFolder state;

    IdentityStore(StateFolder state) {
        this.state = state;
    }

    Optional<Known> findCurrent() throws IOException, GeneralSecurityException {
        return find(CURRENT);
    }

    Known requireCurrent() throws IOException, GeneralSecurityException {
        return findCurrent().orElseThrow(() -> new IOException("this host is not enrolled: run agent enroll first"));
    }

    /** A certificate that came and was not yet seen by the server. */
    Optional<Known> findNext() throws IOException, GeneralSecurityException {
        return find(NEXT);
    }

    /** The key for the next certificate: the one of an unanswered request, or a new one. */
    KeyPair nextKey(URI server) throws IOException, GeneralSecurityException {
        Optional<Saved> saved = read(NEXT);
        if (saved.isPresent() && saved.get().server().equals(server)) {
            return saved.get().keys();
        }
        KeyPair keys = CertificateRequest.newKey();
        write(NEXT, Saved.of(server, keys, null));
        return keys;
    }

    void saveNext(URI server, KeyPair keys, Credentials credentials) throws IOException {
        write(NEXT, Saved.of(server, keys, credentials));
    }

    /** The next one is the current one from here on. */
    void promoteNext() throws IOException {
        Files.move(
                state.file(NEXT),
                state.file(CURRENT),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        DurableFile.syncFolder(state.file("."));
    }

    /** For a certificate of the same key: nothing can be lost by replacing the old one. */
    void replaceCurrent(URI server, KeyPair keys, Credentials credentials) throws IOException {
        write(CURRENT, Saved.of(server, keys, credentials));
    }

    /** The server took the current one instead, which voids a next one. */
    void forgetNext() throws IOException {
        Files.deleteIfExists(state.file(NEXT));
    }

    /** An erased host that has not joined yet: its token, and a new key, kept before either is used. */
    record Rejoining(String joinToken, String bootId, String privateKey, String publicKey) {

        KeyPair keys() throws GeneralSecurityException {
            return Saved.keys(privateKey, publicKey);
        }
    }

    void beginRejoin(String joinToken, String bootId) throws IOException, GeneralSecurityException {
        KeyPair keys = CertificateRequest.newKey();
        Rejoining begun = new Rejoining(
                joinToken,
                bootId,
                Pem.write(keys.getPrivate()),
                Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()));
        DurableFile.write(state.file(REJOIN), Json.LENIENT.writeValueAsBytes(begun));
    }

    Optional<Rejoining> findRejoin() throws IOException {
        Path file = state.file(REJOIN);
        return Files.exists(file)
                ? Optional.of(Json.LENIENT.readValue(Files.readAllBytes(file), Rejoining.class))
                : Optional.empty();
    }

    void endRejoin() throws IOException {
        Files.deleteIfExists(state.file(REJOIN));
    }

    private Optional<Known> find(String name) throws IOException, GeneralSecurityException {
        Optional<Saved> saved = read(name);
        if (saved.isEmpty()) {
            return Optional.empty();
        }
        Saved found = saved.get();
        Credentials credentials = found.credentials();
        if (credentials == null) {
            return Optional.empty();
        }
        return Optional.of(new Known(found.server(), Identity.of(found.keys().getPrivate(), credentials)));
    }

    private Optional<Saved> read(String name) throws IOException {
        Path file = state.file(name);
        return Files.exists(file)
                ? Optional.of(Json.LENIENT.readValue(Files.readAllBytes(file), Saved.class))
                : Optional.empty();
    }

    private void write(String name, Saved saved) throws IOException {
        DurableFile.write(state.file(name), Json.LENIENT.writeValueAsBytes(saved));
    }

    /** The identity of this node and the server that issued it. */
    record Known(URI server, Identity identity) {}

    record Saved(
            URI server,
            String privateKey,
            String publicKey,
            @Nullable Credentials credentials) {

        static Saved of(URI server, KeyPair keys, @Nullable Credentials credentials) {
            return new Saved(
                    server,
                    Pem.write(keys.getPrivate()),
                    Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()),
                    credentials);
        }

        KeyPair keys() throws GeneralSecurityException {
            return keys(privateKey, publicKey);
        }

        static KeyPair keys(String privateKey, String publicKey) throws GeneralSecurityException {
            byte[] encoded = Base64.getDecoder().decode(publicKey);
            return new KeyPair(
                    KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded)),
                    Pem.readEcKey(privateKey));
        }
    }
}
