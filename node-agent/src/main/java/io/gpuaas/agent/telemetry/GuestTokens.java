package io.gpuaas.agent.telemetry;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;

/** Which guest may push figures. Only digests are kept: who reads the disk cannot speak for a guest. */
public final class GuestTokens {

    static final int GUESTS_MAX = 64;

    private final Path file;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, String> digests;

    public GuestTokens(Path file) throws IOException {
        this.file = file;
        this.digests = Files.exists(file)
                ? new TreeMap<>(
                        Json.LENIENT.readValue(Files.readAllBytes(file), new TypeReference<Map<String, String>>() {}))
                : new TreeMap<>();
    }

    /** A new token; an older one of the same guest ends. */
    public synchronized String issue(String guestId) throws IOException {
        if (digests.size() >= GUESTS_MAX && !digests.containsKey(guestId)) {
            throw new IOException("more than " + GUESTS_MAX + " guests");
        }
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        digests.put(guestId, digest(token));
        save();
        return token;
    }

    public synchronized void revoke(String guestId) throws IOException {
        if (digests.remove(guestId) != null) {
            save();
        }
    }

    synchronized Optional<String> findGuest(String token) {
        byte[] presented = digest(token).getBytes(StandardCharsets.US_ASCII);
        return digests.entrySet().stream()
                .filter(entry -> MessageDigest.isEqual(entry.getValue().getBytes(StandardCharsets.US_ASCII), presented))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    synchronized boolean isKnown(String guestId) {
        return digests.containsKey(guestId);
    }

    private void save() throws IOException {
        DurableFile.write(file, Json.CANONICAL.writeValueAsBytes(digests));
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
