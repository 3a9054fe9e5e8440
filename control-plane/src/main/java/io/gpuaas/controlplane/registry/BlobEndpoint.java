package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.BlobStore.Blob;
import io.gpuaas.controlplane.registry.ContentDigest.Algorithm;
import io.gpuaas.controlplane.registry.ContentReader.Part;
import io.gpuaas.controlplane.registry.RegistryServlet.Exchange;
import io.gpuaas.controlplane.registry.UploadStore.Upload;
import io.gpuaas.controlplane.registry.Uploads.Claimed;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Blobs and their uploads over HTTP. */
@Component
class BlobEndpoint {

    private static final Pattern CONTENT_RANGE = Pattern.compile("(?:bytes )?([0-9]{1,15})-([0-9]{1,15})(?:/.*)?");
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,15})-([0-9]{0,15})");

    private final Uploads uploads;
    private final BlobStore blobs;
    private final ContentReader contents;
    private final Repositories repositories;
    private final WithheldContent withheld;

    BlobEndpoint(
            Uploads uploads,
            BlobStore blobs,
            ContentReader contents,
            Repositories repositories,
            WithheldContent withheld) {
        this.uploads = uploads;
        this.blobs = blobs;
        this.contents = contents;
        this.repositories = repositories;
        this.withheld = withheld;
    }

    void newUpload(Exchange exchange) throws IOException {
        requireMethod(exchange, "POST");
        Optional<ContentDigest> mount = digest(exchange, "mount");
        if (mount.isPresent() && mounted(exchange, mount.get())) {
            created(exchange, mount.get());
            return;
        }
        Optional<ContentDigest> digest = digest(exchange, "digest");
        Algorithm algorithm = digest.map(ContentDigest::algorithm).orElseGet(() -> announced(exchange));
        UUID upload = uploads.start(exchange.repository(), algorithm);
        if (digest.isPresent() && mount.isEmpty()) {
            finish(exchange, upload, digest.get());
        } else {
            progress(exchange, HttpServletResponse.SC_ACCEPTED, upload, 0);
        }
    }

    private static Algorithm announced(Exchange exchange) {
        return exchange.parameter("digest-algorithm")
                .map(name ->
                        Algorithm.find(name).orElseThrow(() -> RegistryException.digestInvalid("use sha256 or sha512")))
                .orElse(Algorithm.SHA256);
    }

    /** A source that is not there or not open to the caller means an ordinary upload. Without one, we look for it. */
    private boolean mounted(Exchange exchange, ContentDigest digest) {
        Optional<Repository> source = exchange.parameter("from").isPresent()
                ? exchange.parameter("from")
                        .flatMap(RepositoryName::find)
                        .flatMap(repositories::find)
                        .filter(exchange.grant()::mayRead)
                : repositories.findReadable(exchange.grant(), digest);
        return source.filter(from -> !withheld.isWithheld(from, digest))
                .map(from -> uploads.mount(from, exchange.repository(), digest))
                .orElse(false);
    }

    void upload(Exchange exchange, UUID upload) throws IOException {
        switch (exchange.request().getMethod()) {
            case "PATCH" -> {
                long size = uploads.append(
                        exchange.repository(),
                        upload,
                        claimed(exchange),
                        exchange.request().getInputStream());
                progress(exchange, HttpServletResponse.SC_ACCEPTED, upload, size);
            }
            case "PUT" ->
                finish(
                        exchange,
                        upload,
                        digest(exchange, "digest")
                                .orElseThrow(() -> RegistryException.digestInvalid("the digest is missing")));
            case "GET" -> {
                Upload now = uploads.require(exchange.repository(), upload);
                progress(exchange, HttpServletResponse.SC_NO_CONTENT, upload, now.size());
            }
            case "DELETE" -> {
                uploads.cancel(exchange.repository(), upload);
                exchange.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
            default -> throw RegistryException.methodNotAllowed();
        }
    }

    private void finish(Exchange exchange, UUID upload, ContentDigest digest) throws IOException {
        uploads.append(
                exchange.repository(),
                upload,
                claimed(exchange),
                exchange.request().getInputStream());
        uploads.finish(exchange.repository(), upload, digest);
        created(exchange, digest);
    }

    private static void created(Exchange exchange, ContentDigest digest) {
        HttpServletResponse response = exchange.response();
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setHeader("Location", exchange.path("/blobs/" + digest));
        response.setHeader("Docker-Content-Digest", digest.toString());
    }

    private static void progress(Exchange exchange, int status, UUID upload, long size) {
        HttpServletResponse response = exchange.response();
        response.setStatus(status);
        response.setHeader("Location", exchange.path("/blobs/uploads/" + upload));
        response.setHeader("Docker-Upload-UUID", upload.toString());
        response.setHeader("Range", "0-" + Math.max(size - 1, 0));
    }

    private static @Nullable Claimed claimed(Exchange exchange) {
        String header = exchange.request().getHeader("Content-Range");
        if (header == null) {
            return null;
        }
        Matcher range = CONTENT_RANGE.matcher(header);
        if (!range.matches() || Long.parseLong(range.group(2)) < Long.parseLong(range.group(1))) {
            throw RegistryException.rangeInvalid("Content-Range is not <first byte>-<last byte>");
        }
        Claimed claimed = new Claimed(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
        if (exchange.request().getContentLengthLong() != claimed.to() - claimed.from() + 1) {
            throw RegistryException.uploadInvalid("Content-Length differs from Content-Range, or is missing");
        }
        return claimed;
    }

    private static Optional<ContentDigest> digest(Exchange exchange, String parameter) {
        return exchange.parameter(parameter)
                .map(text -> ContentDigest.find(text)
                        .orElseThrow(
                                () -> RegistryException.digestInvalid("use sha256 or sha512 with lower-case hex")));
    }

    void blob(Exchange exchange, ContentDigest digest) throws IOException {
        switch (exchange.request().getMethod()) {
            case "GET", "HEAD" -> {
                Blob found = blobs.find(exchange.repository(), digest).orElseThrow(RegistryException::blobUnknown);
                withheld.requireOpen(exchange.repository(), digest);
                read(exchange, found);
            }
            case "DELETE" -> {
                uploads.deleteBlob(exchange.repository(), digest);
                exchange.response().setStatus(HttpServletResponse.SC_ACCEPTED);
            }
            default -> throw RegistryException.methodNotAllowed();
        }
    }

    private void read(Exchange exchange, Blob blob) throws IOException {
        HttpServletResponse response = exchange.response();
        Optional<Part> asked = part(exchange.request().getHeader("Range"), blob.size());
        Part part = asked.orElse(new Part(0, blob.size()));
        asked.ifPresent(range -> {
            response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
            response.setHeader(
                    "Content-Range",
                    "bytes " + range.from() + "-" + (range.from() + range.length() - 1) + "/" + blob.size());
        });
        response.setHeader("Docker-Content-Digest", blob.digest().toString());
        response.setHeader("ETag", "\"" + blob.digest() + "\"");
        response.setHeader("Accept-Ranges", "bytes");
        response.setContentType("application/octet-stream");
        response.setContentLengthLong(part.length());
        if (exchange.request().getMethod().equals("GET")) {
            contents.copy(blob.content(), part, response.getOutputStream());
        }
    }

    /** One range is served; several, or anything unknown, get the whole blob. */
    private static Optional<Part> part(@Nullable String header, long size) {
        Matcher range = RANGE.matcher(header == null ? "" : header);
        if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
            return Optional.empty();
        }
        long last = size - 1;
        long from = range.group(1).isEmpty()
                ? Math.max(size - Long.parseLong(range.group(2)), 0)
                : Long.parseLong(range.group(1));
        long to = range.group(1).isEmpty() || range.group(2).isEmpty()
                ? last
                : Math.min(Long.parseLong(range.group(2)), last);
        if (from > to) {
            throw RegistryException.rangeNotSatisfiable();
        }
        return Optional.of(new Part(from, to - from + 1));
    }

    private static void requireMethod(Exchange exchange, String method) {
        if (!exchange.request().getMethod().equals(method)) {
            throw RegistryException.methodNotAllowed();
        }
    }
}
