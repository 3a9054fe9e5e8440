package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.audit.Archive.Checkpoint;
import io.gpuaas.controlplane.audit.Archive.Part;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.Digests;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads an archived month back from the object store and recomputes its seals, one part in memory at a time. */
final class ArchiveCheck {

    /** Something in the archive is not what was sealed. */
    static final class Broken extends Exception {

        private static final long serialVersionUID = 1;

        Broken(String explanation) {
            super(explanation);
        }
    }

    private final ObjectStore objects;
    private final SecretKey key;
    private final Archive archive;
    private final RowIds archivedBefore;

    private Checkpoint at;
    private @Nullable Seal seal;
    private int index;
    private long rows;

    private ArchiveCheck(ObjectStore objects, SecretKey key, Archive archive, List<Archive> before) {
        this.objects = objects;
        this.key = key;
        this.archive = archive;
        this.at = before.isEmpty() ? Checkpoint.BEGINNING : before.getLast().checkpoint();
        this.archivedBefore =
                RowIds.union(before.stream().map(Archive::rowsUnderLaterSeals).toList());
    }

    /** Empty when everything fits; otherwise a sentence. The archives before are those of all earlier months. */
    static Optional<String> fault(ObjectStore objects, SecretKey key, Archive archive, List<Archive> before)
            throws IOException {
        try {
            new ArchiveCheck(objects, key, archive, before).run();
            return Optional.empty();
        } catch (Broken e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void run() throws Broken, IOException {
        require(archive.isGenuine(key), "the record of the month was altered, or made with another key");
        require(archive.firstSeal() == at.seal() + 1, "the month before is not the one that was archived");
        for (Part part : archive.content().parts()) {
            readPart(part);
        }
        finishSeal();
        require(at.seal() >= archive.checkpoint().seal(), "seal " + (at.seal() + 1) + " is missing");
        require(
                rows == archive.content().rows(),
                "there are " + rows + " rows, and " + archive.content().rows() + " were archived");
    }

    private void readPart(Part part) throws Broken, IOException {
        byte[] bytes = objects.find(part.object())
                .orElseThrow(() -> new Broken("the object " + part.object() + " is missing"));
        require(Digests.same(Digests.hexSha256(bytes), part.sha256()), "the object " + part.object() + " was altered");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(bytes)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                read(ArchiveLines.read(line));
            }
        } catch (JacksonException e) {
            throw new Broken("the object " + part.object() + " has a line that cannot be read");
        }
    }

    private void read(ArchiveLines.Line line) throws Broken {
        if (line.seal() != null) {
            finishSeal();
            begin(line.seal());
        } else if (line.row() != null) {
            check(line.row());
        }
    }

    private void begin(Seal next) throws Broken {
        require(
                next.number() == at.seal() + 1 && (at.seal() == 0 || next.fromTx() == at.toTx()),
                "seal " + (at.seal() + 1) + " is missing");
        require(
                MessageDigest.isEqual(next.seal(), next.expected(at.hmac(), key)),
                "seal " + next.number() + " was altered, or made with another key");
        at = new Checkpoint(next.number(), next.toTx(), next.seal());
        require(
                next.number() != archive.checkpoint().seal() || at.matches(archive.checkpoint()),
                "seal " + next.number() + " is not the last of the month");
        seal = next;
        index = 0;
    }

    private void check(AuditRow row) throws Broken {
        Seal current = seal;
        if (current == null) {
            throw new Broken("row " + row.id() + " is under no seal");
        }
        while (index < current.rowIds().size() && current.rowIds().get(index) != row.id()) {
            passOver(current, current.rowIds().get(index));
            index++;
        }
        require(index < current.rowIds().size(), "row " + row.id() + " was inserted after sealing");
        require(
                MessageDigest.isEqual(row.hash(), current.rowHash(index)),
                "row " + row.id() + " was altered after sealing");
        index++;
        rows++;
    }

    private void finishSeal() throws Broken {
        if (seal != null) {
            for (; index < seal.rowIds().size(); index++) {
                passOver(seal, seal.rowIds().get(index));
            }
        }
    }

    /** A row under the seal that is not here belongs to another month, or was removed. */
    private void passOver(Seal current, long row) throws Broken {
        boolean elsewhere = current.number() <= archive.checkpoint().seal()
                ? archivedBefore.contains(row)
                : !archive.rowsUnderLaterSeals().contains(row);
        require(elsewhere, "row " + row + " is missing");
    }

    private static void require(boolean fits, String otherwise) throws Broken {
        if (!fits) {
            throw new Broken(otherwise);
        }
    }
}
