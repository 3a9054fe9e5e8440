package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.registry.RegistryGrants.Grant;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Answers OCI clients: reads what is addressed, checks the grant, and hands over to blobs, manifests or tags. */
@Component
class RegistryServlet extends HttpServlet {

    private static final Logger log = LoggerFactory.getLogger(RegistryServlet.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final transient RegistryCredentials credentials;
    private final transient Repositories repositories;
    private final transient SharedContent shared;
    private final transient BlobEndpoint blobs;
    private final transient ManifestEndpoint manifests;
    private final transient Access access;
    private final transient IdSource ids;

    RegistryServlet(
            RegistryCredentials credentials,
            Repositories repositories,
            SharedContent shared,
            BlobEndpoint blobs,
            ManifestEndpoint manifests,
            Access access,
            IdSource ids) {
        this.credentials = credentials;
        this.repositories = repositories;
        this.shared = shared;
        this.blobs = blobs;
        this.manifests = manifests;
        this.access = access;
        this.ids = ids;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CorrelationId correlation = CorrelationId.create(ids);
        response.setHeader(CorrelationId.HEADER, correlation.value());
        response.setHeader("Docker-Distribution-API-Version", "registry/2.0");
        response.setHeader("X-Content-Type-Options", "nosniff");
        MDC.put("correlation_id", correlation.value());
        try {
            answer(request, response, correlation);
        } catch (RegistryException e) {
            refuse(request, response, e);
        } catch (ClientAbortException e) {
            log.atDebug().log("client disconnected");
        } catch (IOException | RuntimeException e) {
            fail(request, response, e);
        } finally {
            MDC.remove("correlation_id");
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, CorrelationId correlation)
            throws IOException {
        RegistryRoute route = RegistryRoute.parse(request.getRequestURI());
        switch (route) {
            case RegistryRoute.Base base -> {
                credentials.require(request);
                json(response, 200, Map.of());
            }
            case RegistryRoute.Token token -> json(response, 200, credentials.token(request));
            case RegistryRoute.InRepository place -> {
                Grant grant = credentials.require(request);
                Repository repository = readable(request, grant, place);
                if (writes(request) && !grant.mayPush(repository)) {
                    throw RegistryException.denied("this credential may only pull from the repository");
                }
                if (writes(request) && access.suspended(repository.tenant())) {
                    throw RegistryException.denied("the tenant is suspended");
                }
                Exchange exchange = new Exchange(request, response, grant, repository);
                call(exchange, correlation).run(() -> {
                    inRepository(place, exchange);
                    return true;
                });
            }
        }
    }

    /** A repository that is not open to the grant looks absent, and takes as long to look up. */
    private Repository readable(HttpServletRequest request, Grant grant, RegistryRoute.InRepository place) {
        Optional<Repository> found = repositories.find(place.repository());
        if (found.filter(grant::mayRead).isPresent()) {
            return found.get();
        }
        boolean maybe = shared.mayHold(grant, place.repository());
        return found.filter(repository -> maybe
                        && !writes(request)
                        && switch (place) {
                            case RegistryRoute.ManifestByDigest manifest ->
                                shared.isOpen(grant, repository, manifest.digest());
                            case RegistryRoute.Blob blob -> shared.isOpen(grant, repository, blob.digest());
                            case RegistryRoute.ManifestByTag tag -> false;
                            case RegistryRoute.ManifestByInvalidTag tag -> false;
                            case RegistryRoute.NewUpload upload -> false;
                            case RegistryRoute.Upload upload -> false;
                            case RegistryRoute.Tags tags -> false;
                            case RegistryRoute.Referrers referrers -> false;
                        })
                .orElseThrow(RegistryException::nameUnknown);
    }

    private static Call call(Exchange exchange, CorrelationId correlation) {
        return new Call(
                "registry",
                exchange.grant().caller(),
                correlation,
                exchange.repository().tenant(),
                null,
                exchange.request().getRemoteAddr());
    }

    private static boolean writes(HttpServletRequest request) {
        return !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    }

    /** One request to a repository that its grant opens. */
    record Exchange(HttpServletRequest request, HttpServletResponse response, Grant grant, Repository repository) {

        Optional<String> parameter(String name) {
            return parameters(name).stream().findFirst().filter(value -> !value.isEmpty());
        }

        /** Read from the query alone: the container would take a body that looks like a form for parameters. */
        List<String> parameters(String name) {
            String query = request.getQueryString();
            if (query == null) {
                return List.of();
            }
            return Arrays.stream(query.split("&"))
                    .map(pair -> pair.split("=", 2))
                    .filter(pair -> pair[0].equals(name) && pair.length == 2)
                    .map(pair -> decoded(pair[1]))
                    .toList();
        }

        private static String decoded(String value) {
            try {
                return URLDecoder.decode(value, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw RegistryException.uploadInvalid("the query is not encoded correctly");
            }
        }

        String path(String rest) {
            return "/v2/" + repository.name() + rest;
        }
    }

    private void inRepository(RegistryRoute.InRepository place, Exchange exchange) throws IOException {
        switch (place) {
            case RegistryRoute.NewUpload upload -> blobs.newUpload(exchange);
            case RegistryRoute.Upload upload -> blobs.upload(exchange, upload.upload());
            case RegistryRoute.Blob blob -> blobs.blob(exchange, blob.digest());
            case RegistryRoute.ManifestByDigest manifest -> manifests.byDigest(exchange, manifest.digest());
            case RegistryRoute.ManifestByTag manifest -> manifests.byTag(exchange, manifest.tag());
            case RegistryRoute.ManifestByInvalidTag manifest ->
                throw writes(exchange.request()) ? RegistryException.tagInvalid() : RegistryException.manifestUnknown();
            case RegistryRoute.Tags tags -> manifests.tags(exchange);
            case RegistryRoute.Referrers referrers -> manifests.referrers(exchange, referrers.digest());
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, RegistryException refusal)
            throws IOException {
        if (response.isCommitted()) {
            throw new IOException("a refusal after the answer began", refusal);
        }
        if (refusal.status() == 401) {
            response.setHeader("WWW-Authenticate", credentials.challenge(request));
        }
        refusal.retryAfter().ifPresent(wait -> response.setHeader("Retry-After", String.valueOf(wait.toSeconds() + 1)));
        error(request, response, refusal.status(), refusal.code(), String.valueOf(refusal.getMessage()));
    }

    private void fail(HttpServletRequest request, HttpServletResponse response, Exception failure) throws IOException {
        log.atError()
                .addKeyValue("method", request.getMethod())
                .addKeyValue("path", request.getRequestURI())
                .log("registry request failed", failure);
        if (response.isCommitted()) {
            // The client must not take what it got for the whole.
            throw new IOException("failed after the answer began", failure);
        }
        error(request, response, 500, "UNKNOWN", "internal error");
    }

    private static void error(
            HttpServletRequest request, HttpServletResponse response, int status, String code, String message)
            throws IOException {
        response.resetBuffer();
        if (request.getMethod().equals("HEAD")) {
            response.setStatus(status);
            return;
        }
        json(response, status, Map.of("errors", List.of(Map.of("code", code, "message", message))));
    }

    static void json(HttpServletResponse response, int status, Object body) throws IOException {
        byte[] bytes = JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        if (response.getContentType() == null) {
            response.setContentType("application/json");
        }
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
