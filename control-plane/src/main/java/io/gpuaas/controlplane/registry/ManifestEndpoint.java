package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ManifestStore.Manifest;
import io.gpuaas.controlplane.registry.ManifestStore.Referrer;
import io.gpuaas.controlplane.registry.ManifestStore.ReferrerPage;
import io.gpuaas.controlplane.registry.Manifests.Stored;
import io.gpuaas.controlplane.registry.RegistryServlet.Exchange;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Manifests, tags and referrers over HTTP. */
@Component
class ManifestEndpoint {

    private static final int PAGE_MAX = 1_000;
    private static final int REFERRERS_PAGE = 100;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Manifests manifests;
    private final ManifestStore store;
    private final RegistryLimits limits;

    ManifestEndpoint(Manifests manifests, ManifestStore store, RegistryLimits limits) {
        this.manifests = manifests;
        this.store = store;
        this.limits = limits;
    }

    void byDigest(Exchange exchange, ContentDigest digest) throws IOException {
        switch (exchange.request().getMethod()) {
            case "GET", "HEAD" -> write(exchange, manifests.require(exchange.repository(), digest));
            case "PUT" -> {
                List<Tag> tags = tagParameters(exchange);
                try (RegistryLimits.UploadPlace place =
                        limits.openUpload(exchange.repository().tenant())) {
                    stored(
                            exchange,
                            manifests.put(exchange.repository(), digest, tags, contentType(exchange), body(exchange)));
                }
                tags.forEach(tag -> exchange.response().addHeader("OCI-Tag", tag.value()));
            }
            case "DELETE" -> {
                manifests.delete(exchange.repository(), digest);
                exchange.response().setStatus(HttpServletResponse.SC_ACCEPTED);
            }
            default -> throw RegistryException.methodNotAllowed();
        }
    }

    void byTag(Exchange exchange, Tag tag) throws IOException {
        switch (exchange.request().getMethod()) {
            case "GET", "HEAD" -> write(exchange, manifests.require(exchange.repository(), tag));
            case "PUT" -> {
                try (RegistryLimits.UploadPlace place =
                        limits.openUpload(exchange.repository().tenant())) {
                    stored(exchange, manifests.put(exchange.repository(), tag, contentType(exchange), body(exchange)));
                }
            }
            case "DELETE" -> {
                manifests.untag(exchange.repository(), tag);
                exchange.response().setStatus(HttpServletResponse.SC_ACCEPTED);
            }
            default -> throw RegistryException.methodNotAllowed();
        }
    }

    private static List<Tag> tagParameters(Exchange exchange) {
        List<String> given = exchange.parameters("tag");
        if (given.size() > Manifests.TAGS_PER_REQUEST_MAX) {
            throw RegistryException.tagInvalid();
        }
        return given.stream()
                .map(text -> Tag.find(text).orElseThrow(RegistryException::tagInvalid))
                .toList();
    }

    private static String contentType(Exchange exchange) {
        return Optional.ofNullable(exchange.request().getContentType()).orElse("");
    }

    private static byte[] body(Exchange exchange) throws IOException {
        byte[] bytes = exchange.request().getInputStream().readNBytes(Manifests.BYTES_MAX + 1);
        if (bytes.length > Manifests.BYTES_MAX) {
            throw RegistryException.sizeInvalid("a manifest has at most " + Manifests.BYTES_MAX + " bytes");
        }
        return bytes;
    }

    private static void stored(Exchange exchange, Stored stored) {
        HttpServletResponse response = exchange.response();
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setHeader("Location", exchange.path("/manifests/" + stored.digest()));
        response.setHeader("Docker-Content-Digest", stored.digest().toString());
        ContentDigest subject = stored.document().subject();
        if (subject != null) {
            response.setHeader("OCI-Subject", subject.toString());
        }
    }

    private static void write(Exchange exchange, Manifest manifest) throws IOException {
        HttpServletResponse response = exchange.response();
        response.setContentType(manifest.mediaType());
        response.setContentLength(manifest.bytes().length);
        response.setHeader("Docker-Content-Digest", manifest.digest().toString());
        response.setHeader("ETag", "\"" + manifest.digest() + "\"");
        if (exchange.request().getMethod().equals("GET")) {
            response.getOutputStream().write(manifest.bytes());
        }
    }

    void tags(Exchange exchange) throws IOException {
        requireGet(exchange);
        int limit = exchange.parameter("n").map(ManifestEndpoint::pageSize).orElse(PAGE_MAX);
        String after = exchange.parameter("last").orElse("");
        List<String> found = limit == 0 ? List.of() : store.listTags(exchange.repository(), after, limit + 1);
        List<String> page = found.subList(0, Math.min(limit, found.size()));
        if (found.size() > limit) {
            next(exchange, exchange.path("/tags/list?n=" + limit + "&last=" + encoded(page.getLast())));
        }
        RegistryServlet.json(
                exchange.response(),
                200,
                Map.of("name", exchange.repository().name().value(), "tags", page));
    }

    private static int pageSize(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw RegistryException.paginationInvalid("n is not a number");
        }
        return Math.min(Integer.parseInt(text), PAGE_MAX);
    }

    /** An unknown subject has no referrers, which is an empty index: they may be pushed before it. */
    void referrers(Exchange exchange, ContentDigest subject) throws IOException {
        requireGet(exchange);
        Optional<String> type = exchange.parameter("artifactType");
        ReferrerPage page = store.listReferrers(
                exchange.repository(),
                subject,
                type.orElse(null),
                exchange.parameter("last").orElse(""),
                REFERRERS_PAGE);
        if (page.more()) {
            String filter =
                    type.map(value -> "artifactType=" + encoded(value) + "&").orElse("");
            next(
                    exchange,
                    exchange.path("/referrers/" + subject + "?" + filter + "last="
                            + encoded(page.referrers().getLast().digest())));
        }
        if (type.isPresent()) {
            exchange.response().setHeader("OCI-Filters-Applied", "artifactType");
        }
        exchange.response().setContentType(ManifestDocument.OCI_INDEX);
        Map<String, Object> index = new LinkedHashMap<>();
        index.put("schemaVersion", 2);
        index.put("mediaType", ManifestDocument.OCI_INDEX);
        index.put(
                "manifests",
                page.referrers().stream().map(ManifestEndpoint::descriptor).toList());
        RegistryServlet.json(exchange.response(), 200, index);
    }

    private static Map<String, Object> descriptor(Referrer referrer) {
        Map<String, Object> descriptor = new LinkedHashMap<>();
        descriptor.put("mediaType", referrer.mediaType());
        descriptor.put("digest", referrer.digest());
        descriptor.put("size", referrer.size());
        if (referrer.artifactType() != null) {
            descriptor.put("artifactType", referrer.artifactType());
        }
        if (referrer.annotations() != null) {
            descriptor.put("annotations", JSON.readTree(referrer.annotations()));
        }
        return descriptor;
    }

    private static void next(Exchange exchange, String address) {
        exchange.response().setHeader("Link", "<" + address + ">; rel=\"next\"");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void requireGet(Exchange exchange) {
        if (!exchange.request().getMethod().equals("GET")) {
            throw RegistryException.methodNotAllowed();
        }
    }
}
