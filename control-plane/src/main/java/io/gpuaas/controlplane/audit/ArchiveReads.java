package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditArchive;
import io.gpuaas.api.AuditArchivePage;
import io.gpuaas.api.AuditArchiveVerification;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.YearMonth;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Lists, downloads and verifies archived months of the trail. */
@Component
class ArchiveReads {

    private static final String LISTING = "audit-archives";
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final ArchiveStore store;
    private final ObjectStore objects;
    private final SealKey key;

    ArchiveReads(ArchiveStore store, ObjectStore objects, SealKey key) {
        this.store = store;
        this.objects = objects;
        this.key = key;
    }

    AuditArchivePage list(int limit, @Nullable String cursor) {
        YearMonth before = PageCursor.decode(LISTING, cursor, YearMonth::parse);
        List<Archive> archives = store.dropped().reversed().stream()
                .filter(archive -> before == null || archive.month().isBefore(before))
                .limit(limit + 1L)
                .toList();
        return new AuditArchivePage(
                PageCursor.page(archives, limit).stream()
                        .map(ArchiveReads::view)
                        .toList(),
                PageCursor.next(LISTING, archives, limit, Archive::month));
    }

    StreamingResponseBody download(String month) {
        Archive archive = require(month);
        return new Download("application/gzip", "audit-" + archive.month() + ".ndjson.gz", out -> write(archive, out));
    }

    /** The parts as they are in the store, whatever became of them. One that is missing breaks the download off. */
    private void write(Archive archive, OutputStream out) throws IOException {
        for (Archive.Part part : archive.content().parts()) {
            out.write(objects.find(part.object())
                    .orElseThrow(() -> new IOException("the object " + part.object() + " is missing")));
        }
    }

    AuditArchiveVerification verify(String month) {
        Archive archive = require(month);
        List<Archive> before = store.dropped().stream()
                .filter(other -> other.month().isBefore(archive.month()))
                .toList();
        try {
            Optional<String> fault = ArchiveCheck.fault(objects, key.value(), archive, before);
            return new AuditArchiveVerification(archive.month().toString(), fault.isEmpty(), fault.orElse(null));
        } catch (IOException e) {
            throw ProblemException.retryLater(
                    ErrorCode.OBJECT_STORE_UNAVAILABLE, "The object store cannot return it at the moment.", RETRY, e);
        }
    }

    private Archive require(String month) {
        return store.find(YearMonth.parse(month))
                .filter(archive -> archive.droppedAt() != null)
                .orElseThrow(() -> ProblemException.notFound("archived month"));
    }

    private static AuditArchive view(Archive archive) {
        return new AuditArchive(
                archive.month().toString(),
                archive.content().rows(),
                archive.content().bytes(),
                archive.content().sha256(),
                archive.firstSeal(),
                archive.checkpoint().seal(),
                HexFormat.of().formatHex(archive.checkpoint().hmac()),
                archive.exportedAt(),
                Objects.requireNonNull(archive.droppedAt()));
    }
}
