package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Requests that HTTP allows and no client of ours sends. None of them is a fault of the server. */
@Against("PostgreSQL")
class UnusualRequestsTest {

    private static final String NO_BOUNDARY = "multipart/form-data";

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();

    private record Address(String method, String path, boolean follows) {}

    /** Every operation, with ids that belong to nothing. */
    private List<Address> operations() {
        List<Address> all = new ArrayList<>();
        plane.bean(RequestMappingHandlerMapping.class).getHandlerMethods().forEach((info, handler) -> {
            String path = info.getPatternValues().iterator().next();
            info.getMethodsCondition()
                    .getMethods()
                    .forEach(method -> all.add(new Address(
                            method.name(),
                            path.replaceAll("\\{[^}]*}", UUID.randomUUID().toString()),
                            info.getProducesCondition().getProducibleMediaTypes().stream()
                                    .anyMatch(MediaType.TEXT_EVENT_STREAM::includes))));
        });
        assertThat(all).hasSizeGreaterThan(200);
        return all;
    }

    /** A caller of its own for each request, so that no limit answers in the operation's place. */
    private ApiClient somebody() {
        return plane.client(plane.principals().onPlatform(Role.AUDITOR));
    }

    private static void isProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        assertThat(reply.text("code")).as(reply.body()).isEqualTo(code);
    }

    @Test
    void everyOperationAnswersOptionsWithItsMethods() {
        for (Address one : operations()) {
            Reply reply = plane.anonymous().send("OPTIONS", one.path(), null);
            assertThat(reply.status()).as("%s: %s", one, reply.body()).isEqualTo(204);
            assertThat(List.of(reply.header("Allow").split(", ")))
                    .as(one.toString())
                    .contains(one.method(), "OPTIONS");
            assertThat(reply.body()).isEmpty();
        }
    }

    @Test
    void noOperationFailsForAMultipartBodyWithoutBoundary() {
        for (Address one : operations()) {
            if (one.follows()) {
                continue; // would be answered, without end
            }
            Reply reply = somebody().send(one.method(), one.path(), "x", "Content-Type", NO_BOUNDARY);
            assertThat(reply.status()).as("%s: %s", one, reply.body()).isLessThan(500);
        }
    }

    @Test
    void noOperationFailsForAParameterWithoutAName() {
        for (Address one : operations()) {
            if (one.follows()) {
                continue; // would be answered, without end
            }
            Reply reply = somebody().send(one.method(), one.path() + "?=x", null);
            assertThat(reply.status()).as("%s: %s", one, reply.body()).isLessThan(500);
        }
        isProblem(admin.get("/api/v1/tenants?=x"), 400, "request_malformed");
        isProblem(admin.get("/api/v1/tenants?limit=5&=x"), 400, "request_malformed");
    }

    @Test
    void aPreflightOpensNothing() {
        Reply reply = plane.anonymous()
                .send(
                        "OPTIONS",
                        "/api/v1/tenants",
                        null,
                        "Origin",
                        "https://elsewhere.example",
                        "Access-Control-Request-Method",
                        "POST");
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.response().headers().map().keySet())
                .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).startsWith("access-control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/healthz", "/auth/session", "/contracts/openapi.yaml"})
    void unknownPathsAnswerOptionsToo(String path) {
        Reply reply = plane.anonymous().send("OPTIONS", path, null);
        assertThat(reply.status()).as(reply.body()).isIn(200, 204);
        assertThat(reply.header("Allow")).contains("OPTIONS");
    }

    @Test
    void optionsOfNoAddressIsNotFound() {
        isProblem(plane.anonymous().send("OPTIONS", "/api/v1/nothing", null), 404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/healthz",
                "/readyz",
                "/auth/session",
                "/auth/login",
                "/auth/callback",
                "/login",
                "/oauth2/authorize",
                "/oauth2/token",
                "/oauth2/device_authorization",
                "/oauth2/introspect",
                "/oauth2/revoke",
                "/oauth2/jwks",
                "/connect/logout",
                "/.well-known/openid-configuration",
                "/webhooks/stripe",
                "/",
                "/contracts/openapi.yaml"
            })
    void noOtherAddressFailsForAnUnusualRequest(String path) {
        ApiClient anonymous = plane.anonymous();
        for (String method : List.of("GET", "POST")) {
            for (String query : List.of("?=x", "?a=%zz", "?%=1", "?a=%ff", "?a=1&&=&b=2")) {
                // The JDK's client takes no broken escape, so these go as they are.
                RawHttp.Reply reply = RawHttp.send(plane.port(), method, path + query);
                assertThat(reply.status())
                        .as("%s %s%s: %s", method, path, query, reply.body())
                        .isLessThan(500);
            }
            assertThat(anonymous
                            .send(method, path, "x", "Content-Type", NO_BOUNDARY)
                            .status())
                    .as("%s %s", method, path)
                    .isLessThan(500);
        }
    }

    @Test
    void headIsGetWithoutABody() {
        Reply known = admin.send("HEAD", "/api/v1/me", null);
        assertThat(known.status()).isEqualTo(200);
        assertThat(known.body()).isEmpty();
        assertThat(known.header("Content-Type")).startsWith("application/json");
        assertThat(admin.send("HEAD", "/api/v1/nothing", null).status()).isEqualTo(404);
        Reply create = admin.send("HEAD", "/api/v1/projects/" + UUID.randomUUID() + "/terminals/x", null);
        assertThat(create.status()).isLessThan(500);
        for (String path : List.of("/", "/healthz", "/readyz", "/contracts/openapi.yaml")) {
            Reply reply = plane.anonymous().send("HEAD", path, null);
            assertThat(reply.status()).as(path).isEqualTo(200);
            assertThat(reply.body()).as(path).isEmpty();
        }
    }

    @Test
    void headOfAStreamEndsAtOnce() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        Reply stream = admin.send("HEAD", "/api/v1/projects/" + project + "/allocation-events", null);
        assertThat(stream.status()).as(stream.body()).isEqualTo(200);
        assertThat(stream.header("Content-Type")).startsWith("text/event-stream");
    }

    @Test
    void aWrongMethodNamesHeadAndOptionsToo() {
        Reply reply = admin.delete("/api/v1/tenants");
        isProblem(reply, 405, "method_not_allowed");
        assertThat(List.of(reply.header("Allow").split(", ")))
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /slug   | {"slug":null,"name":"n"}
            /name   | {"slug":"ab","name":null}
            """)
    void nullIsNoValueOfARequiredField(String field, String body) {
        Reply reply = admin.post("/api/v1/tenants", body);
        isProblem(reply, 400, "request_invalid");
        assertThat(reply.json().at("/violations/0/field").asString("")).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /name        | {"name":null}
            /labels      | {"labels":null}
            /labels/a    | {"labels":{"a":null}}
            /queue       | {"queue":null}
            /max_duration_seconds | {"max_duration_seconds":null}
            """)
    void nullIsNoValueOfAnOptionalFieldEither(String field, String body) {
        String project = admin.createProject(admin.createTenant());
        String whole = "{\"sku\":\"none\",\"count\":1," + body.substring(1);
        Reply reply = admin.post("/api/v1/projects/" + project + "/allocations", whole);
        isProblem(reply, 400, "request_invalid");
        assertThat(reply.json().at("/violations/0/field").asString(""))
                .as(reply.body())
                .isEqualTo(field);
    }

    @Test
    void nullIsNoMemberOfAList() {
        Reply reply = admin.post("/api/v1/me/tokens", "{\"name\":\"n\",\"scopes\":[\"projects.read\",null]}");
        isProblem(reply, 400, "request_invalid");
        assertThat(reply.json().at("/violations/0/field").asString(""))
                .as(reply.body())
                .startsWith("/scopes");
    }

    @Test
    void nullIsNoBody() {
        assertThat(admin.post("/api/v1/tenants", "null").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/audit-events?to=",
                "/api/v1/audit-events?to",
                "/api/v1/audit-events?from=",
                "/api/v1/audit-events?outcome=",
                "/api/v1/audit-events?tenant_id=",
                "/api/v1/audit-events?limit=",
                "/api/v1/tenants?limit=%20",
                "/api/v1/nodes?state="
            })
    void anEmptyValueIsNoAbsentOne(String address) {
        Reply reply = admin.get(address);
        isProblem(reply, 400, "request_invalid");
        String name = address.replaceAll(".*\\?([a-z_]+).*", "$1");
        assertThat(reply.json().at("/violations/0/field").asString("")).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "1700000000000", "1.5", "2026-01-01", "Tue%2C%203%20Jun%202008%2011:05:30%20GMT", "now"})
    void aTimeIsWrittenAsTheContractSays(String time) {
        isProblem(admin.get("/api/v1/audit-events?to=" + time), 400, "request_invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1700000000", "1.5", "\"1700000000\"", "\"2026-01-01\"", "true", "[]"})
    void aTimeInABodyToo(String time) {
        Reply reply = admin.post("/api/v1/me/tokens", "{\"name\":\"n\",\"expires_at\":" + time + "}");
        isProblem(reply, 400, "request_invalid");
        assertThat(reply.json().at("/violations/0/field").asString("")).isEqualTo("/expires_at");
    }

    @Test
    void aTimeMayHaveAnOffset() {
        assertThat(admin.get("/api/v1/audit-events?to=2026-01-01T00:00:00%2B02:00")
                        .status())
                .isEqualTo(200);
    }
}
