package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.NodeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys that sign tasks (Ed25519), in one file only its owner reads. Hosts learn the public halves
 * with each certificate, so a new key signs only once every certificate is younger than it.
 */
@Component
class TaskKeys implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(TaskKeys.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Longer than a certificate lives: by then every host knows the key. */
    static final Duration KNOWN_BEFORE_SIGNING = CertificateAuthority.LIFETIME.plusHours(1);

    /** A key that no longer signs stays known this long: envelopes it signed are over by then. */
    private static final Duration KEPT_AFTER_SIGNING = Duration.ofDays(2);

    private final Path file;
    private final Clock clock;
    private volatile List<Kept> keys;
    private volatile String read;
    private final Map<Kept, Ed25519PrivateKeyParameters> ready = new ConcurrentHashMap<>();

    TaskKeys(GpuaasProperties properties, Clock clock) {
        String configured = properties.nodes().taskKeyFile();
        this.file = configured == null || configured.isBlank()
                ? properties.dataDir().resolve("node-task-keys.json")
                : Path.of(configured);
        this.clock = clock;
        this.read = SecretFile.readOrCreate(file, () -> write(List.of(fresh(clock.instant(), clock.instant()))));
        this.keys = stillKnown(parse(read));
    }

    /** A key as it is kept: Base64 of PKCS 8 and X.509. */
    record Kept(String keyId, Instant createdAt, Instant signsFrom, String privateKey, String publicKey) {}

    /** The signature in Base64. */
    record Signed(String keyId, String signature) {}

    /** By Bouncy Castle: the JDK takes more than ten times as long, which a fleet's dispatcher feels. */
    Signed sign(NodeTask task) {
        Kept key = signing();
        byte[] bytes = task.signedBytes();
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, ready.computeIfAbsent(key, TaskKeys::privateKey));
        signer.update(bytes, 0, bytes.length);
        return new Signed(key.keyId(), Base64.getEncoder().encodeToString(signer.generateSignature()));
    }

    /** The public keys that hosts verify with, newest first. */
    List<NodeMessages.TaskKey> published() {
        return keys.stream()
                .map(key -> new NodeMessages.TaskKey(key.keyId(), key.publicKey()))
                .toList();
    }

    /** A certificate issued before this does not carry all keys. */
    Instant newestSince() {
        return keys.getFirst().createdAt();
    }

    Kept newest() {
        return keys.getFirst();
    }

    private Kept signing() {
        Instant now = clock.instant();
        return keys.stream()
                .filter(key -> !key.signsFrom().isAfter(now))
                .findFirst()
                .orElseGet(keys::getLast);
    }

    /**
     * Adds a new key in front; the others stay while tasks they signed may be on their way. {@code atOnce} means that
     * they have leaked and must not be trusted any more; tasks on their way are signed again when they are resent.
     */
    synchronized Kept rotate(boolean atOnce) {
        rereadIfReadable();
        Instant now = clock.instant();
        Kept added = fresh(now, atOnce ? now : now.plus(KNOWN_BEFORE_SIGNING));
        List<Kept> all = new ArrayList<>(atOnce ? List.of() : keys);
        all.addFirst(added);
        String text = write(all);
        SecretFile.replace(file, text);
        this.read = text;
        this.keys = List.copyOf(all);
        return added;
    }

    /** Newest first: a key is over once the next newer one has signed for long enough. */
    private List<Kept> stillKnown(List<Kept> all) {
        Instant past = clock.instant().minus(KEPT_AFTER_SIGNING);
        return IntStream.range(0, all.size())
                .filter(i -> i == 0 || !all.get(i - 1).signsFrom().isBefore(past))
                .mapToObj(all::get)
                .toList();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), "nodes.task-keys", this::reread);
    }

    /** Another process may have rotated, and keys grow old. The file loses those at the next rotation. */
    synchronized void reread() throws IOException {
        String text = Files.readString(file).strip();
        if (!text.equals(read.strip())) {
            this.keys = parse(text);
            this.read = text;
        }
        this.keys = stillKnown(keys);
    }

    private void rereadIfReadable() {
        try {
            reread();
        } catch (IOException | RuntimeException e) {
            log.error("{} cannot be read; the task keys known so far stay in use", file, e);
        }
    }

    private List<Kept> parse(String text) {
        try {
            List<Kept> found = new ArrayList<>(List.of(JSON.readValue(text, Kept[].class)));
            found.sort(Comparator.comparing(Kept::createdAt).reversed());
            found.forEach(TaskKeys::privateKey);
            if (found.isEmpty()) {
                throw new IllegalStateException(file + " holds no key");
            }
            return List.copyOf(found);
        } catch (JacksonException e) {
            throw new IllegalStateException(file + " does not hold task keys", e);
        }
    }

    private static String write(List<Kept> keys) {
        return JSON.writeValueAsString(keys) + "\n";
    }

    private static Kept fresh(Instant now, Instant signsFrom) {
        KeyPair pair = KeyPairs.ed25519();
        Base64.Encoder base64 = Base64.getEncoder();
        byte[] publicKey = pair.getPublic().getEncoded();
        return new Kept(
                Digests.hexSha256(publicKey).substring(0, 16),
                now,
                signsFrom,
                base64.encodeToString(pair.getPrivate().getEncoded()),
                base64.encodeToString(publicKey));
    }

    private static Ed25519PrivateKeyParameters privateKey(Kept key) {
        try {
            if (PrivateKeyFactory.createKey(Base64.getDecoder().decode(key.privateKey()))
                    instanceof Ed25519PrivateKeyParameters found) {
                return found;
            }
        } catch (IOException e) {
            throw new IllegalStateException("the task key " + key.keyId() + " cannot be read", e);
        }
        throw new IllegalStateException("the task key " + key.keyId() + " is not an Ed25519 key");
    }
}
