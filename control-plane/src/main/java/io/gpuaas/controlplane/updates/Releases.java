package io.gpuaas.controlplane.updates;

import io.gpuaas.api.AgentRelease;
import io.gpuaas.api.AgentReleaseState;
import io.gpuaas.api.CreateAgentRelease;
import io.gpuaas.api.UploadAgentReleasePart;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.nodes.ArtifactOrigin;
import io.gpuaas.events.AgentReleaseChanged;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ReleaseKeys;
import io.gpuaas.kernel.ReleaseVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Stores agent releases. The program arrives in parts, so that no request is larger than any other. */
@Component
class Releases implements ArtifactOrigin {

    static final int PART_BYTES = 512 * 1024;

    private final ReleaseStore store;
    private final ReleaseKeyring keyring;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Releases(ReleaseStore store, ReleaseKeyring keyring, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.keyring = keyring;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    AgentRelease create(CreateAgentRelease command) {
        ReleaseKeys keys = keyring.require();
        byte[] bytes = ReleaseManifest.decode(command.manifest());
        List<ReleaseKeys.Signed> signatures = command.signatures().stream()
                .map(signed -> new ReleaseKeys.Signed(signed.keyId(), signed.signature()))
                .toList();
        Set<String> agreeing = keys.agreeing(bytes, signatures);
        if (agreeing.size() < keys.threshold()) {
            throw UpdateErrors.notSigned(keys.threshold(), agreeing);
        }
        ReleaseManifest manifest = ReleaseManifest.read(bytes);
        Instant now = clock.instant();
        if (!now.isBefore(manifest.expiresAt())) {
            throw UpdateErrors.expired(manifest.expiresAt());
        }
        requireNewer(manifest.version());
        ReleaseStore.Release release = new ReleaseStore.Release(
                new AgentReleaseId(ids.next()),
                manifest.version().text(),
                manifest.digest(),
                manifest.sizeBytes(),
                manifest.expiresAt().truncatedTo(ChronoUnit.MICROS),
                command.manifest(),
                // Only what holds: a node need not look at the others.
                signatures.stream()
                        .filter(signed -> agreeing.contains(signed.keyId()))
                        .distinct()
                        .toList(),
                AgentReleaseState.INCOMPLETE,
                now);
        store.add(release);
        announce(release, AgentReleaseState.INCOMPLETE);
        return view(release);
    }

    private void requireNewer(ReleaseVersion version) {
        store.lockVersions().stream()
                .map(ReleaseVersion::new)
                .filter(earlier -> version.compareTo(earlier) <= 0)
                .max(ReleaseVersion::compareTo)
                .ifPresent(earlier -> {
                    throw UpdateErrors.notNewer(version.text(), earlier.text());
                });
    }

    AgentRelease takePart(AgentReleaseId id, UploadAgentReleasePart part) {
        ReleaseStore.Release release = store.lock(id);
        if (release.state() != AgentReleaseState.INCOMPLETE) {
            throw UpdateErrors.releaseState(release.state());
        }
        byte[] bytes = decode(part.bytes());
        requireFits(release, part.number(), bytes.length);
        store.putPart(id, part.number(), bytes);
        if (store.countParts(id) == parts(release)) {
            requireDigest(release);
            store.complete(id);
            announce(release, AgentReleaseState.COMPLETE);
        }
        return require(id);
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw UpdateErrors.partInvalid("The part is not valid Base64.");
        }
    }

    private static void requireFits(ReleaseStore.Release release, int number, int length) {
        int last = parts(release) - 1;
        long expected = number < last ? PART_BYTES : release.sizeBytes() - (long) last * PART_BYTES;
        if (number > last || length != expected) {
            throw UpdateErrors.partInvalid("Part " + number + " of 0 to " + last + " has " + length + " bytes, not "
                    + (number > last ? 0 : expected) + ".");
        }
    }

    private void requireDigest(ReleaseStore.Release release) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int number = 0; number < parts(release); number++) {
                digest.update(requirePart(release, number));
            }
            if (!release.digest().equals("sha256:" + HexFormat.of().formatHex(digest.digest()))) {
                throw UpdateErrors.partInvalid("The assembled program does not match the signed digest.");
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private byte[] requirePart(ReleaseStore.Release release, int number) {
        return store.findPart(release.id(), number)
                .orElseThrow(() -> new IllegalStateException("part " + number + " of " + release.id() + " is missing"));
    }

    @Override
    public boolean write(String digest, OutputStream into) throws IOException {
        Optional<ReleaseStore.Release> release = store.findComplete(digest);
        if (release.isEmpty()) {
            return false;
        }
        for (int number = 0; number < parts(release.get()); number++) {
            into.write(requirePart(release.get(), number));
        }
        return true;
    }

    AgentRelease require(AgentReleaseId id) {
        return view(store.find(id).orElseThrow(UpdateErrors::noSuchRelease));
    }

    AgentRelease view(ReleaseStore.Release release) {
        return new AgentRelease(
                release.id(),
                release.version(),
                release.digest(),
                release.sizeBytes(),
                release.expiresAt(),
                release.state(),
                parts(release),
                store.countParts(release.id()),
                PART_BYTES,
                release.signatures().stream().map(ReleaseKeys.Signed::keyId).toList(),
                release.createdAt());
    }

    private static int parts(ReleaseStore.Release release) {
        return Math.toIntExact((release.sizeBytes() + PART_BYTES - 1) / PART_BYTES);
    }

    private void announce(ReleaseStore.Release release, AgentReleaseState state) {
        outbox.append(new AgentReleaseChanged(release.id(), release.version(), state.wire()));
    }
}
