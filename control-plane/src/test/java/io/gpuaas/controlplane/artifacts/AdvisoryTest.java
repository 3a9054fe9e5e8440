package io.gpuaas.controlplane.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.artifacts.PublisherWorld.Published;
import io.gpuaas.controlplane.artifacts.PublisherWorld.Referrer;
import io.gpuaas.controlplane.events.PublishedEventCheck;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.events.AdvisoryChanged;
import io.gpuaas.events.AdvisoryHit;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** SBOMs that publishers push say which artifacts an operator's advisory hits, before and after it was filed. */
@Against("PostgreSQL")
class AdvisoryTest {

    private static final String ADVISORIES = "/api/v1/advisories";
    private static final String CYCLONEDX = "application/vnd.cyclonedx+json";
    private static final String SPDX = "application/spdx+json";

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    private final String name = "p" + UUID.randomUUID().toString().replace("-", "");

    @SuppressWarnings("NullAway.Init")
    private PublisherWorld world;

    @SuppressWarnings("NullAway.Init")
    private ApiClient operator;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,outbox-relay,registry", "gpuaas.registry.port", "0"));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @BeforeEach
    void publisher() {
        world = new PublisherWorld(plane);
        operator = plane.client(plane.principals().onPlatform(Role.OPERATOR));
    }

    private static Referrer cyclone(Published artifact, String... purls) {
        String components = String.join(
                ",",
                Arrays.stream(purls)
                        .map(purl -> "{\"type\":\"library\",\"name\":\"n\",\"purl\":\"" + purl + "\"}")
                        .toList());
        return sbom(
                artifact,
                CYCLONEDX,
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[" + components + "]}");
    }

    private static Referrer sbom(Published artifact, String type, String json) {
        return new Referrer(type, type, json.getBytes(UTF_8), "", artifact.digest());
    }

    private Reply file(String versions, String action) {
        return operator.post(
                ADVISORIES,
                "{\"title\":\"T\",\"purl\":\"pkg:npm/" + name + "\",\"versions\":\"" + versions
                        + "\",\"severity\":\"high\",\"action\":\"" + action + "\",\"reference\":\"CVE-2026-0001\"}");
    }

    private JsonNode sboms(Published artifact) {
        String path = "/api/v1/projects/" + world.project + "/artifacts/" + artifact.id() + "/sboms";
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !world.owner.get(path).json().path("pending").asBoolean(true));
        return world.owner.get(path).json().path("items");
    }

    private List<JsonNode> hits(Reply advisory) {
        String path = ADVISORIES + "/" + advisory.text("id");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !operator.get(path).json().path("pending").asBoolean(true));
        return operator.get(path + "/hits").json().path("items").valueStream().toList();
    }

    @Test
    void anAdvisoryFindsOlderAndLaterArtifactsByTheirSboms() {
        Published older = world.publish("1");
        Published fixed = world.publish("2");
        world.attach(older, cyclone(older, "pkg:npm/" + name + "@1.4.1", "pkg:npm/other@1.0.0"));
        world.attach(fixed, cyclone(fixed, "pkg:npm/" + name + "@1.4.2"));
        assertThat(sboms(older).path(0).path("components").asInt()).isEqualTo(2);
        sboms(fixed);
        Reply advisory = file(">=1.0, <1.4.2", "list");
        assertThat(advisory.status()).as(advisory.body()).isEqualTo(201);
        List<JsonNode> found = hits(advisory);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().path("artifact_id").asString()).isEqualTo(older.id());
        assertThat(found.getFirst().path("package_version").asString()).isEqualTo("1.4.1");
        assertThat(found.getFirst().path("certain").asBoolean()).isTrue();

        Published later = world.publish("3");
        world.attach(
                later,
                sbom(
                        later,
                        SPDX,
                        "{\"spdxVersion\":\"SPDX-2.3\",\"packages\":[{\"externalRefs\":[{\"referenceType\":\"purl\","
                                + "\"referenceLocator\":\"pkg:npm/" + name + "@1.2.0\"}]}]}"));
        Published unknown = world.publish("4");
        world.attach(unknown, cyclone(unknown, "pkg:npm/" + name));
        sboms(later);
        sboms(unknown);
        assertThat(hits(advisory))
                .extracting(hit -> hit.path("artifact_id").asString() + " "
                        + hit.path("certain").asBoolean())
                .containsExactlyInAnyOrder(older.id() + " true", later.id() + " true", unknown.id() + " false");
        assertThat(operator.get(ADVISORIES + "/" + advisory.text("id"))
                        .json()
                        .path("hits")
                        .asInt())
                .isEqualTo(3);
        assertThat(world.reasons(older.digest()))
                .as("action list withholds nothing")
                .containsExactly("not_verified");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> PublishedEventCheck.SEEN.containsAll(List.of(AdvisoryChanged.TYPE, AdvisoryHit.TYPE)));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void anAdvisoryWithholdsWhatItHitsForSureUntilItIsReleased() {
        Published hit = world.publish("1");
        Published perhaps = world.publish("2");
        world.attach(hit, cyclone(hit, "pkg:npm/" + name + "@1.0.0"));
        world.attach(perhaps, cyclone(perhaps, "pkg:npm/" + name));
        sboms(hit);
        sboms(perhaps);
        Reply advisory = file("<2", "quarantine");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(world.reasons(hit.digest())).containsExactly("quarantined"));
        assertThat(world.verification(hit).path("quarantine_reason").asString()).contains(advisory.text("id"));
        assertThat(world.reasons(perhaps.digest())).containsExactly("not_verified");
        assertThat(world.operate(hit, "release").status()).isEqualTo(200);
        assertThat(world.owner
                        .post("/api/v1/projects/" + world.project + "/artifacts/" + hit.id() + "/verify", null)
                        .status())
                .isEqualTo(200);
        sboms(hit);
        assertThat(world.reasons(hit.digest()))
                .as("what an operator released is not withheld again for the same advisory")
                .containsExactly("not_verified");
    }

    @Test
    void aClosedAdvisoryHitsNothingNew() {
        Reply advisory = file("*", "list");
        String close = ADVISORIES + "/" + advisory.text("id") + "/close";
        hits(advisory);
        assertThat(operator.post(close, "{\"reason\":\"withdrawn\"}").text("close_reason"))
                .isEqualTo("withdrawn");
        assertThat(operator.post(close, "{\"reason\":\"again\"}").text("close_reason"))
                .isEqualTo("withdrawn");
        Published artifact = world.publish("1");
        world.attach(artifact, cyclone(artifact, "pkg:npm/" + name + "@1.0.0"));
        assertThat(sboms(artifact).size()).isEqualTo(1);
        assertThat(hits(advisory)).isEmpty();
    }

    @Test
    void aHostileSbomIsRefusedWithItsReasonAndTheNextOneIsRead() {
        Published artifact = world.publish("1");
        world.attach(
                artifact,
                sbom(artifact, CYCLONEDX, "[".repeat(100_000)),
                sbom(
                        artifact,
                        SPDX,
                        "{\"spdxVersion\":\"SPDX-2.3\",\"packages\":" + "{\"a\":".repeat(60_000) + "}".repeat(60_000)
                                + "}"));
        assertThat(sboms(artifact).findValuesAsString("fault")).containsExactlyInAnyOrder("unreadable", "unreadable");
        Published good = world.publish("2");
        world.attach(good, cyclone(good, "pkg:npm/" + name + "@1.0.0"));
        assertThat(sboms(good).path(0).path("components").asInt()).isEqualTo(1);
    }

    @Test
    void aTenantsSbomsAreBounded() {
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + world.tenant + "/policies/artifacts.sbom_components_max",
                                "{\"value\":\"1\"}")
                        .status())
                .isEqualTo(200);
        Published artifact = world.publish("1");
        world.attach(artifact, cyclone(artifact, "pkg:npm/a@1", "pkg:npm/b@1"));
        assertThat(sboms(artifact).path(0).path("fault").asString()).isEqualTo("tenant_limit");
    }

    @Test
    void onlyOperatorsFileAdvisoriesAndWrongOnesAreRefused() {
        assertThat(world.owner.get(ADVISORIES).status()).isEqualTo(403);
        for (String versions : List.of("1.0", "<", "latest")) {
            assertThat(file(versions, "list").status()).as(versions).isEqualTo(400);
        }
        assertThat(operator.post(
                                ADVISORIES,
                                "{\"title\":\"T\",\"purl\":\"pkg:npm/a@1\",\"versions\":\"*\",\"severity\":\"low\",\"action\":\"list\"}")
                        .status())
                .as("a version in the purl")
                .isEqualTo(400);
    }
}
