package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.audit.Archive.Checkpoint;
import io.gpuaas.controlplane.audit.Archive.Part;
import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a month of the trail to the object store: seal by seal, in parts. The same month gives the same bytes under the
 * same names, so that a repeat after a crash leaves nothing behind.
 */
final class ArchiveExport {

    static final int PART_BYTES = 8 * 1024 * 1024;

    private static final int SEALS_PER_READ = 50;

    private final AuditStore trail;
    private final ArchiveStore archives;
    private final ObjectStore objects;
    private final YearMonth month;
    private final int partBytes;
    private final List<Part> parts = new ArrayList<>();
    private final MessageDigest digest = sha256();
    private long bytes;
    private long rows;

    ArchiveExport(AuditStore trail, ArchiveStore archives, ObjectStore objects, YearMonth month, int partBytes) {
        this.trail = trail;
        this.archives = archives;
        this.objects = objects;
        this.month = month;
        this.partBytes = partBytes;
    }

    /** From the seal after the checkpoint of the month before, as far as rows of this month lie. */
    Archive run(Checkpoint from, Runnable afterEachPart, Instant at) throws IOException {
        Checkpoint until = archives.checkpoint(month);
        long lastTx = archives.facts(month).lastTx();
        long number = from.seal();
        boolean more = true;
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        Writer out = open(part);
        boolean written = false;
        while (more) {
            List<Seal> seals = trail.sealsAfter(number, SEALS_PER_READ);
            more = !seals.isEmpty();
            for (Seal seal : seals) {
                if (seal.number() > until.seal() && seal.fromTx() > lastTx) {
                    more = false;
                    break;
                }
                write(out, seal);
                written = true;
                number = seal.number();
                if (part.size() >= partBytes) {
                    finish(out, part);
                    afterEachPart.run();
                    part.reset();
                    out = open(part);
                    written = false;
                }
            }
        }
        if (written) {
            finish(out, part);
        }
        return Archive.of(
                month,
                new Archive.Content(parts, bytes, HexFormat.of().formatHex(digest.digest()), rows),
                from.seal() + 1,
                until,
                archives.rowsSince(month, until.toTx()),
                at);
    }

    private void write(Writer out, Seal seal) throws IOException {
        ArchiveLines.write(out, seal);
        for (AuditRow row : archives.rows(month, seal)) {
            ArchiveLines.write(out, row);
            rows++;
        }
        out.flush();
    }

    private static Writer open(ByteArrayOutputStream part) throws IOException {
        return new OutputStreamWriter(new GZIPOutputStream(part), StandardCharsets.UTF_8);
    }

    private void finish(Writer out, ByteArrayOutputStream part) throws IOException {
        out.close();
        byte[] content = part.toByteArray();
        String sha256 = Digests.hexSha256(content);
        ObjectName name = new ObjectName("audit/%s/%06d-%s.ndjson.gz".formatted(month, parts.size() + 1, sha256));
        objects.put(name, content);
        parts.add(new Part(name, sha256));
        digest.update(content);
        bytes += content.length;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
