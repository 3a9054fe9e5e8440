package io.gpuaas.controlplane.artifacts;

import static io.gpuaas.controlplane.artifacts.PublisherWorld.RELEASE;
import static io.gpuaas.controlplane.artifacts.PublisherWorld.bundle;
import static io.gpuaas.controlplane.artifacts.PublisherWorld.pair;
import static io.gpuaas.controlplane.artifacts.PublisherWorld.pem;
import static io.gpuaas.controlplane.artifacts.PublisherWorld.simple;
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
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.events.ArtifactPromotionChanged;
import io.gpuaas.events.ArtifactQuarantineChanged;
import io.gpuaas.events.ArtifactReinstatementChanged;
import io.gpuaas.events.ArtifactTrustChanged;
import io.gpuaas.events.PlatformKeyChanged;
import io.gpuaas.events.PublisherKeyChanged;
import io.gpuaas.testkit.Against;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Signatures that publishers push decide what may run, and operators' decisions reach launches and pulls at once. */
@Against("PostgreSQL")
class ArtifactTrustTest {

    private static TestControlPlane plane;

    private PublisherWorld world;

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
    }

    @Test
    void aSignedArtifactIsVerifiedOfferedAndLaunchedElsewhere() {
        KeyPair key = pair();
        String id = world.register(key);
        Published artifact = world.publish("1.0");
        assertThat(world.settled(artifact).path("trust").asString()).isEqualTo("unverified");
        assertThat(world.reasons(artifact.digest())).containsExactly("not_verified");
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
        JsonNode shown = world.verification(artifact);
        JsonNode evidence = shown.path("evidence").path(0);
        assertThat(evidence.path("key_id").asString()).isEqualTo(id);
        assertThat(evidence.path("format").asString()).isEqualTo("sigstore_bundle_dsse");
        assertThat(evidence.path("predicate_type").asString()).isEqualTo(RELEASE);
        assertThat(evidence.path("signature_digest").asString())
                .isEqualTo(shown.path("referrers").path(0).path("digest").asString());
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isTrue();
        PublisherWorld other = new PublisherWorld(plane);
        assertThat(other.reasons(artifact.digest())).containsExactly("unknown");
        assertThat(world.operate(artifact, "promote").status()).isEqualTo(200);
        assertThat(other.decision(artifact.digest()).path("allowed").asBoolean())
                .isTrue();
        assertThat(world.operate(artifact, "promote").text("code")).isEqualTo("artifact_state_conflict");
        assertThat(world.operate(artifact, "deprecate").status()).isEqualTo(200);
        assertThat(other.reasons(artifact.digest())).containsExactly("deprecated");
        assertThat(world.operate(artifact, "retire").status()).isEqualTo(200);
        assertThat(other.reasons(artifact.digest())).containsExactly("unknown");
        assertThat(world.reasons(artifact.digest())).containsExactly("retired");
        assertThat(other.owner
                        .post("/api/v1/artifacts/" + artifact.id() + "/promote", "{\"reason\":\"r\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void eachConfusionOfSignaturesFailsWithItsReason() {
        KeyPair key = pair();
        world.register(key);
        PublisherWorld stranger = new PublisherWorld(plane);
        KeyPair strangers = pair();
        stranger.register(strangers);
        String other = "sha256:" + "0".repeat(64);
        Published otherDigest = world.publish("1");
        world.attach(otherDigest, bundle(key, other, RELEASE, otherDigest.digest()));
        Published othersKey = world.publish("2");
        world.attach(othersKey, bundle(strangers, othersKey));
        Published sbom = world.publish("3");
        world.attach(sbom, bundle(key, sbom.digest(), "https://cyclonedx.org/bom", sbom.digest()));
        Published unreadable = world.publish("4");
        world.attach(
                unreadable,
                new Referrer(
                        PublisherWorld.BUNDLE, PublisherWorld.BUNDLE, "[]".getBytes(UTF_8), "", unreadable.digest()));
        Published empty = world.publish("5");
        world.attach(empty, new Referrer(PublisherWorld.BUNDLE, "text/plain", "x".getBytes(UTF_8), "", empty.digest()));
        Published simpleOther = world.publish("6");
        world.attach(simpleOther, simple(key, other, world.app(), simpleOther.digest()));
        world.assertFailed(otherDigest, "other_digest");
        world.assertFailed(othersKey, "unknown_key_or_wrong_signature");
        world.assertFailed(sbom, "wrong_predicate");
        world.assertFailed(unreadable, "unreadable");
        world.assertFailed(empty, "unreadable");
        world.assertFailed(simpleOther, "other_digest");
        assertThat(world.reasons(sbom.digest())).containsExactly("failed_verification");
    }

    private void sign(Published artifact, Referrer signature) {
        JsonNode intent = world.intent(artifact.version(), "oci_image");
        signature.pushTagged(PublisherWorld.pusher(intent));
        world.completed(intent, artifact.version(), artifact.digest());
    }

    @Test
    void aSignatureUnderTheTagOfCosignIsPublishedAndCounts() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        Published other = world.publish("2");
        sign(artifact, simple(key, artifact.digest(), "registry.example/acme", artifact.digest()));
        world.assertVerified(artifact);
        // A signature of another digest does not count, whichever tag it has.
        sign(other, simple(key, artifact.digest(), "registry.example/acme", other.digest()));
        assertThat(world.settled(other).path("trust").asString()).isEqualTo("failed_verification");
        assertThat(world.reader().get("tags/list").json().path("tags")).isEmpty();
    }

    /** The digest binds a signature; cosign's specification says to ignore the repository that the payload names. */
    @Test
    void aPayloadThatNamesAnotherRepositoryCountsForItsDigestAlone() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        world.attach(artifact, simple(key, artifact.digest(), "example.com/another/repository", artifact.digest()));
        world.assertVerified(artifact);
        assertThat(world.verification(artifact)
                        .path("evidence")
                        .path(0)
                        .path("format")
                        .asString())
                .isEqualTo("cosign_simple_signing");
    }

    @Test
    void aNotarySignatureCountsWhileItsAuthorityIsRegistered() throws Exception {
        NotationSigner notary = new NotationSigner();
        Published artifact = world.publish("1");
        int size = world.reader().get("manifests/" + artifact.digest()).body().length;
        world.attach(artifact, notary.sign(artifact, size));
        world.assertFailed(artifact, "untrusted_certificate");
        Reply added = world.owner.post(world.keys(), PublisherWorld.keyBody(notary.authorityPem()));
        assertThat(added.text("kind")).as(added.body()).isEqualTo("certificate");
        world.assertVerified(artifact);
        JsonNode evidence = world.verification(artifact).path("evidence").path(0);
        assertThat(evidence.path("format").asString()).isEqualTo("notation_jws");
        assertThat(evidence.path("key_id").asString()).isEqualTo(added.text("id"));
        world.revokeKey(added.text("id"));
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isFalse();
        world.assertFailed(artifact, "untrusted_certificate");
    }

    @Test
    void aBrokenSignatureBesideAGoodOneIsShownAndDoesNoHarm() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(pair(), artifact), bundle(key, artifact));
        world.assertVerified(artifact);
        assertThat(world.verification(artifact)
                        .path("rejected")
                        .path(0)
                        .path("reason")
                        .asString())
                .isEqualTo("unknown_key_or_wrong_signature");
    }

    /** One referrer has more signatures than are read. */
    @Test
    void aFloodOfWrongSignaturesDoesNotEndTheTrust() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        String type = "application/vnd.dev.cosign.simplesigning.v1+json";
        String descriptor = RegistryClient.descriptor(type, PublisherWorld.CONFIG);
        String layers = IntStream.range(0, 120)
                .mapToObj(i -> descriptor.substring(0, descriptor.length() - 1)
                        + ",\"annotations\":{\"dev.cosignproject.cosign/signature\":\"" + i + "\"}}")
                .collect(Collectors.joining(","));
        String flood = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST + "\",\"artifactType\":\""
                + type + "\",\"config\":" + RegistryClient.descriptor("application/json", PublisherWorld.CONFIG)
                + ",\"layers\":[" + layers + "],\"subject\":{\"mediaType\":\"" + RegistryClient.MANIFEST
                + "\",\"digest\":\"" + artifact.digest() + "\",\"size\":1}}";
        JsonNode intent = world.intent("1", "oci_image");
        RegistryClient client = PublisherWorld.pusher(intent);
        client.push(PublisherWorld.CONFIG);
        assertThat(client.putManifest(RegistryClient.digest(flood), flood).status())
                .isEqualTo(201);
        world.completed(intent, "1", artifact.digest());
        world.assertFailed(artifact, "too_many_signatures");
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
    }

    @Test
    void aKeyThatArrivesLaterVerifiesAndARevokedOneEndsTheTrustAtOnce() {
        KeyPair key = pair();
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(key, artifact));
        world.assertFailed(artifact, "unknown_key_or_wrong_signature");
        String id = world.register(key);
        world.assertVerified(artifact);
        assertThat(world.revokeKey(id).text("state")).isEqualTo("revoked");
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .as("refused by the revocation itself, before any verification")
                .isFalse();
        world.assertFailed(artifact, "revoked_key");
        assertThat(world.owner
                        .post(world.keys(), PublisherWorld.keyBody(pem(key)))
                        .text("code"))
                .isEqualTo("publisher_key_exists");
        assertThat(world.revokeKey(id).status()).isEqualTo(409);
        JsonNode listed = world.owner.get(world.keys()).json().path("items").path(0);
        assertThat(listed.path("revocation_reason").asString()).isEqualTo("the laptop was stolen");
    }

    @Test
    void aRetiredKeyCountsForWhatWasPublishedBefore() {
        KeyPair key = pair();
        String id = world.register(key);
        Published before = world.publish("1");
        assertThat(world.owner.post(world.keys() + "/" + id + "/retire", null).text("state"))
                .isEqualTo("retired");
        Published after = world.publish("2");
        world.attach(before, bundle(key, before));
        world.attach(after, bundle(key, after));
        world.assertVerified(before);
        world.assertFailed(after, "retired_key");
    }

    @Test
    void twoSignaturesByOneKeyAreOneSignerAndAStricterPolicyCountsAtOnce() {
        KeyPair first = pair();
        KeyPair second = pair();
        String firstId = world.register(first);
        world.register(world.colleague(), second);
        Published artifact = world.publish("1");
        world.attach(
                artifact, bundle(first, artifact), simple(first, artifact.digest(), world.app(), artifact.digest()));
        world.assertVerified(artifact);
        assertThat(plane.admin()
                        .put(
                                "/api/v1/projects/" + world.project + "/policies/apps.publisher_signatures_min",
                                "{\"value\":\"2\"}")
                        .status())
                .isEqualTo(200);
        assertThat(world.reasons(artifact.digest())).containsExactly("not_verified");
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + world.tenant + "/policies/apps.publisher_signatures_min",
                                "{\"value\":\"2\"}")
                        .status())
                .isEqualTo(200);
        assertThat(world.owner
                        .post("/api/v1/projects/" + world.project + "/artifacts/" + artifact.id() + "/verify", null)
                        .status())
                .isEqualTo(200);
        world.assertFailed(artifact, "too_few_signers");
        world.attach(artifact, bundle(second, artifact));
        world.assertVerified(artifact);
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isTrue();
        world.revokeKey(firstId);
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isFalse();
    }

    private void requireTwoSigners() {
        policy("apps.publisher_signatures_min", "2");
    }

    private void policy(String key, String value) {
        assertThat(plane.admin()
                        .put("/api/v1/tenants/" + world.tenant + "/policies/" + key, "{\"value\":\"" + value + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void keysOfOnePersonAreOneSigner() {
        requireTwoSigners();
        KeyPair first = pair();
        KeyPair second = pair();
        KeyPair colleagues = pair();
        world.register(first);
        world.register(second);
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(first, artifact), bundle(second, artifact));
        world.assertFailed(artifact, "too_few_signers");
        String id = world.register(world.colleague(), colleagues);
        world.attach(artifact, bundle(colleagues, artifact));
        world.assertVerified(artifact);
        world.revokeKey(id);
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .as("two keys of one person are left, before any verification")
                .isFalse();
        world.assertFailed(artifact, "too_few_signers");
    }

    @Test
    void aKeyCountsAfterAColleagueHasConfirmedIt() {
        policy("artifacts.publisher_key_people_min", "2");
        KeyPair key = pair();
        String id = world.register(key);
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(key, artifact));
        world.assertFailed(artifact, "unconfirmed_key");
        String confirm = world.keys() + "/" + id + "/confirm";
        assertThat(world.owner.post(confirm, null).text("code")).isEqualTo("key_confirmed_by_registrant");
        ApiClient outsider = plane.client(plane.principals().onPlatform(Role.PLATFORM_ADMIN));
        assertThat(outsider.post(confirm, null).text("code"))
                .as("an operator is none of the publisher's people")
                .isEqualTo("key_confirmed_by_registrant");
        Reply confirmed = world.colleague().post(confirm, null);
        assertThat(confirmed.status()).as(confirmed.body()).isEqualTo(200);
        assertThat(confirmed.json().has("confirmed_at")).isTrue();
        world.assertVerified(artifact);
        world.revokeKey(id);
        assertThat(world.colleague().post(confirm, null).text("code")).isEqualTo("artifact_state_conflict");
    }

    /** The flood comes before the signature, and again after it. */
    @Test
    void referrersThatDoNotCountLeaveRoomForASignature() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        attachJunk(artifact, 100);
        world.assertFailed(artifact, "unreadable");
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
        attachJunk(artifact, 45);
        world.settled(artifact);
        attachJunk(artifact, 45);
        world.assertVerified(artifact);
        assertThat(world.verification(artifact).path("referrers").size())
                .as("the newest 50, and the one that counts")
                .isEqualTo(51);
    }

    private void attachJunk(Published artifact, int count) {
        world.attach(
                artifact,
                IntStream.range(0, count)
                        .mapToObj(i -> new Referrer(
                                PublisherWorld.BUNDLE,
                                PublisherWorld.BUNDLE,
                                PublisherWorld.random(40),
                                "",
                                artifact.digest()))
                        .toArray(Referrer[]::new));
    }

    @Test
    void aPlatformKeyIsAFurtherSignerUntilItIsRevoked() {
        ApiClient first = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        ApiClient second = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        KeyPair platform = pair();
        String keys = "/api/v1/platform-keys";
        Reply added = first.post(keys, PublisherWorld.keyBody(pem(platform)));
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        String id = keys + "/" + added.text("id");
        policy("apps.platform_signatures_min", "1");
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(key, artifact), bundle(platform, artifact));
        world.assertFailed(artifact, "too_few_signers");
        assertThat(first.post(id + "/confirm", null).text("code")).isEqualTo("key_confirmed_by_registrant");
        assertThat(second.post(id + "/confirm", null).status()).isEqualTo(200);
        world.assertVerified(artifact);
        assertThat(world.verification(artifact).path("evidence").findValuesAsString("holder"))
                .containsExactlyInAnyOrder("publisher", "platform");
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isTrue();
        assertThat(first.post(id + "/revoke", "{\"reason\":\"stolen\"}").text("state"))
                .isEqualTo("revoked");
        assertThat(world.reasons(artifact, artifact.digest())).as("at once").isNotEmpty();
        await().untilAsserted(() -> world.assertFailed(artifact, "too_few_signers"));
        assertThat(first.post(keys, PublisherWorld.keyBody(pem(platform))).text("code"))
                .isEqualTo("publisher_key_exists");
        await().until(() -> PublishedEventCheck.SEEN.contains(PlatformKeyChanged.TYPE));
    }

    @Test
    void aProjectOnlyTightensTheTrustOfItsTenant() {
        Published artifact = world.publish("1");
        world.settled(artifact);
        setTrust("/projects/" + world.project, "permissive");
        assertThat(world.reasons(artifact.digest())).containsExactly("not_verified");
        assertThat(plane.admin()
                        .put("/api/v1/policies/apps.trust", "{\"value\":\"audit\"}")
                        .status())
                .isEqualTo(200);
        try {
            assertThat(world.decision(artifact.digest()).path("policy").asString())
                    .isEqualTo("permissive");
            assertThat(world.reasons(artifact.digest())).containsExactly("unverified");
            setTrust("/tenants/" + world.tenant, "strict");
            assertThat(world.reasons(artifact.digest())).containsExactly("not_verified");
        } finally {
            plane.admin().delete("/api/v1/policies/apps.trust");
        }
    }

    private static void setTrust(String scope, String value) {
        assertThat(plane.admin()
                        .put("/api/v1" + scope + "/policies/apps.trust", "{\"value\":\"" + value + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void keysOfAnotherTenantsPublisherAreNotThere() {
        PublisherWorld stranger = new PublisherWorld(plane);
        String body = PublisherWorld.keyBody(pem(pair()));
        String id = world.register(pair());
        for (String tenant : List.of(world.tenant, stranger.tenant)) {
            String keys = "/api/v1/tenants/" + tenant + "/publishers/" + world.publisher + "/keys";
            assertThat(stranger.owner.post(keys, body).status()).isEqualTo(404);
            assertThat(stranger.owner.get(keys).status()).isEqualTo(404);
            assertThat(stranger.owner
                            .post(keys + "/" + id + "/revoke", "{\"reason\":\"r\"}")
                            .status())
                    .isEqualTo(404);
        }
        assertThat(world.owner
                        .post(
                                stranger.keys().replace(stranger.tenant, world.tenant) + "/" + id + "/revoke",
                                "{\"reason\":\"r\"}")
                        .status())
                .isEqualTo(404);
        ApiClient viewer = plane.client(plane.principals().inProject(Role.PROJECT_ADMIN, world.tenant, world.project));
        assertThat(viewer.post(world.keys(), body).status()).isIn(403, 404);
        for (String bad : List.of("none", pem(pair()) + pem(pair()), pem(pair()).replace("PUBLIC", "PRIVATE"))) {
            Reply refused = world.owner.post(world.keys(), PublisherWorld.keyBody(bad));
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        }
    }

    @Test
    void anArtifactIsSignedWithoutSpaceForAnotherCopy() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1", PublisherWorld.random(60_000));
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + world.tenant + "/policies/registry.tenant_bytes_max",
                                "{\"value\":\"80000\"}")
                        .status())
                .isEqualTo(200);
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
    }

    @Test
    void aPublishersKeysAreBounded() {
        plane.admin()
                .put("/api/v1/tenants/" + world.tenant + "/policies/artifacts.publisher_keys_max", "{\"value\":\"2\"}");
        String first = world.register(pair());
        world.register(pair());
        String body = PublisherWorld.keyBody(pem(pair()));
        assertThat(world.owner.post(world.keys(), body).text("code")).isEqualTo("quota_exceeded");
        world.revokeKey(first);
        assertThat(world.owner.post(world.keys(), body).status()).isEqualTo(201);
    }

    // ---- indexes, revocation, quarantine

    @SuppressWarnings("ArrayRecordComponent") // The bytes are pushed and read, never compared.
    private record Index(Published artifact, String child, byte[] layer) {}

    private Index publishIndex(String version) {
        return publishIndex(version, PublisherWorld.random(200));
    }

    private Index publishIndex(String version, byte[] layer) {
        JsonNode intent = world.intent(version, "oci_image");
        RegistryClient client = PublisherWorld.pusher(intent);
        String image = RegistryClient.image("", PublisherWorld.CONFIG, layer);
        String child = PublisherWorld.pushImage(client, PublisherWorld.CONFIG, layer);
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(UTF_8)) + "]}";
        assertThat(client.send("PUT", "manifests/v", index.getBytes(UTF_8), "Content-Type", RegistryClient.INDEX)
                        .status())
                .isEqualTo(201);
        return new Index(world.completed(intent, version, RegistryClient.digest(index)), child, layer);
    }

    /** An index of another publisher that lists the same image. */
    @Test
    void aRevokedIndexLeavesTheImageOfAnotherPublisherAlone() {
        byte[] layer = PublisherWorld.random(200);
        PublisherWorld other = new PublisherWorld(plane);
        JsonNode theirs = other.intent("1", "oci_image");
        Published image = other.completed(
                theirs, "1", PublisherWorld.pushImage(PublisherWorld.pusher(theirs), PublisherWorld.CONFIG, layer));
        Index index = publishIndex("1", layer);
        assertThat(index.child()).isEqualTo(image.digest());
        assertThat(world.operate(index.artifact(), "revoke").status()).isEqualTo(200);
        assertThat(other.verification(image).path("trust").asString()).isNotEqualTo("revoked");
        assertThat(other.reader().get("manifests/" + image.digest()).status()).isEqualTo(200);
        assertThat(world.reader().get("manifests/" + index.artifact().digest()).status())
                .isEqualTo(403);
    }

    @Test
    void anIndexIsNotLaunchedWhileOneOfItsImagesIsWithheld() {
        KeyPair key = pair();
        world.register(key);
        byte[] layer = PublisherWorld.random(200);
        Index index = publishIndex("1", layer);
        world.attach(index.artifact(), bundle(key, index.artifact()));
        world.assertVerified(index.artifact());
        JsonNode alone = world.intent("2", "oci_image");
        Published image = world.completed(
                alone, "2", PublisherWorld.pushImage(PublisherWorld.pusher(alone), PublisherWorld.CONFIG, layer));
        assertThat(image.digest()).isEqualTo(index.child());
        String digest = index.artifact().digest();
        assertThat(world.operate(image, "quarantine").status()).isEqualTo(200);
        assertThat(world.reasons(index.artifact(), digest)).containsExactly("quarantined");
        assertThat(world.reasons(digest)).containsExactly("quarantined");
        assertThat(world.operate(image, "release").status()).isEqualTo(200);
        assertThat(world.reasons(index.artifact(), digest)).isEmpty();
        assertThat(world.operate(image, "revoke").status()).isEqualTo(200);
        assertThat(world.reasons(index.artifact(), digest)).containsExactly("revoked");
    }

    /** Two publishers have the same content; the one whose app is launched has not signed it. */
    @Test
    void theArtifactOfTheAppDecidesAndNotAnotherOneWithItsDigest() {
        byte[] layer = PublisherWorld.random(120);
        KeyPair key = pair();
        PublisherWorld other = new PublisherWorld(plane);
        other.register(key);
        JsonNode theirs = other.intent("1", "oci_image");
        Published signed = other.completed(
                theirs, "1", PublisherWorld.pushImage(PublisherWorld.pusher(theirs), PublisherWorld.CONFIG, layer));
        other.attach(signed, bundle(key, signed));
        other.assertVerified(signed);
        assertThat(world.operate(signed, "promote").status()).isEqualTo(200);
        JsonNode mine = world.intent("1", "oci_image");
        Published unsigned = world.completed(
                mine, "1", PublisherWorld.pushImage(PublisherWorld.pusher(mine), PublisherWorld.CONFIG, layer));
        assertThat(unsigned.digest()).isEqualTo(signed.digest());
        assertThat(world.reasons(unsigned.digest()))
                .as("the best one with the digest")
                .isEmpty();
        assertThat(world.reasons(unsigned, unsigned.digest())).containsExactly("not_verified");
        assertThat(world.reasons(signed, unsigned.digest())).isEmpty();
        Published unrelated = world.publish("2");
        assertThat(world.reasons(signed, unrelated.digest()))
                .as("a digest that the artifact does not have")
                .containsExactly("unknown");
        assertThat(other.reasons(unsigned, unsigned.digest()))
                .as("an artifact of another tenant that is not offered")
                .containsExactly("unknown");
    }

    private static int mount(JsonNode intent, Index index) {
        return PublisherWorld.pusher(intent)
                .send(
                        "POST",
                        "blobs/uploads/?mount=" + RegistryClient.digest(index.layer()) + "&from="
                                + intent.path("repository").asString(),
                        new byte[0])
                .status();
    }

    @Test
    void theImagesOfAVerifiedIndexMayRunAndASwappedOneMayNot() {
        KeyPair key = pair();
        world.register(key);
        Index index = publishIndex("1");
        world.attach(index.artifact(), bundle(key, index.artifact()));
        world.assertVerified(index.artifact());
        assertThat(world.decision(index.child()).path("allowed").asBoolean()).isTrue();
        assertThat(world.decision(index.child()).path("artifact_id").asString())
                .isEqualTo(index.artifact().id());
        Published swapped = world.publish("2");
        assertThat(world.reasons(swapped.digest())).containsExactly("not_verified");
        JsonNode pushed = world.intent("3", "oci_image");
        String unpublished = PublisherWorld.pushImage(
                PublisherWorld.pusher(pushed), PublisherWorld.CONFIG, PublisherWorld.random(50));
        assertThat(world.reasons(unpublished)).containsExactly("unknown");
    }

    @Test
    void aRevokedDigestIsNeitherLaunchedPulledMountedNorPublishedAgain() {
        KeyPair key = pair();
        world.register(key);
        Index index = publishIndex("1");
        world.attach(index.artifact(), bundle(key, index.artifact()));
        world.assertVerified(index.artifact());
        RegistryClient reader = world.reader();
        String blob = "blobs/" + RegistryClient.digest(index.layer());
        assertThat(reader.get("manifests/" + index.child()).status()).isEqualTo(200);
        assertThat(reader.get(blob).status()).isEqualTo(200);
        JsonNode open = world.intent("1", "oci_image");
        assertThat(mount(open, index)).isEqualTo(201);
        Reply revoked = world.operate(index.artifact(), "revoke");
        assertThat(revoked.text("trust")).isEqualTo("revoked");
        assertThat(reader.get("manifests/" + index.artifact().digest()).status())
                .isEqualTo(403);
        assertThat(reader.head("manifests/" + index.child()).status()).isEqualTo(403);
        assertThat(reader.get(blob).status()).isEqualTo(403);
        assertThat(world.reasons(index.artifact().digest())).containsExactly("revoked");
        assertThat(world.reasons(index.child())).containsExactly("revoked");
        assertThat(world.complete(open, index.artifact().digest()).text("code")).isEqualTo("artifact_refused");
        PublisherWorld stranger = new PublisherWorld(plane);
        RegistryClient pusher = PublisherWorld.pusher(stranger.intent("1", "oci_image"));
        pusher.push(PublisherWorld.CONFIG);
        pusher.push(index.layer());
        String image = RegistryClient.image("", PublisherWorld.CONFIG, index.layer());
        assertThat(pusher.putManifest(index.child(), image).status()).isEqualTo(403);
        assertThat(mount(open, index))
                .as("a mount of what is withheld is an upload")
                .isEqualTo(202);
        assertThat(PublisherWorld.pusher(open).get(blob).status()).isEqualTo(403);
        assertThat(world.operate(index.artifact(), "revoke").status()).isEqualTo(409);
        assertThat(world.operate(index.artifact(), "promote").status()).isEqualTo(409);
        world.owner.post(
                "/api/v1/projects/" + world.project + "/artifacts/"
                        + index.artifact().id() + "/verify",
                null);
        world.settled(index.artifact());
        assertThat(world.verification(index.artifact()).path("trust").asString())
                .as("a verification does not lift a revocation")
                .isEqualTo("revoked");
    }

    /** A layer that another image of the repository has as well stays readable there. */
    @Test
    void aRevocationDoesNotTakeSharedLayersAway() {
        byte[] layer = PublisherWorld.random(300);
        JsonNode first = world.intent("1", "oci_image");
        Published bad = world.completed(
                first, "1", PublisherWorld.pushImage(PublisherWorld.pusher(first), PublisherWorld.CONFIG, layer));
        JsonNode second = world.intent("2", "oci_image");
        byte[] config = "{\"os\":\"linux\",\"architecture\":\"arm64\"}".getBytes(UTF_8);
        Published good =
                world.completed(second, "2", PublisherWorld.pushImage(PublisherWorld.pusher(second), config, layer));
        assertThat(world.operate(bad, "revoke").status()).isEqualTo(200);
        RegistryClient reader = world.reader();
        assertThat(reader.get("manifests/" + bad.digest()).status()).isEqualTo(403);
        assertThat(reader.get("manifests/" + good.digest()).status()).isEqualTo(200);
        assertThat(reader.get("blobs/" + RegistryClient.digest(layer)).body()).isEqualTo(layer);
        assertThat(reader.get("blobs/" + RegistryClient.digest(PublisherWorld.CONFIG))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aQuarantineWithholdsUntilItsReleaseAndEveryChangeIsAnEvent() {
        KeyPair key = pair();
        world.register(key);
        Published artifact = world.publish("1");
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
        assertThat(world.operate(artifact, "quarantine")
                        .json()
                        .path("quarantined")
                        .asBoolean())
                .isTrue();
        assertThat(world.operate(artifact, "quarantine").status()).isEqualTo(409);
        assertThat(world.reasons(artifact.digest())).containsExactly("quarantined");
        assertThat(world.reader().get("manifests/" + artifact.digest()).status())
                .isEqualTo(403);
        assertThat(world.operate(artifact, "release").json().path("quarantined").asBoolean())
                .isFalse();
        assertThat(world.operate(artifact, "release").status()).isEqualTo(409);
        assertThat(world.reader().get("manifests/" + artifact.digest()).status())
                .isEqualTo(200);
        assertThat(world.decision(artifact.digest()).path("allowed").asBoolean())
                .isTrue();
        world.operate(artifact, "promote");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> PublishedEventCheck.SEEN.containsAll(List.of(
                        PublisherKeyChanged.TYPE,
                        ArtifactTrustChanged.TYPE,
                        ArtifactPromotionChanged.TYPE,
                        ArtifactQuarantineChanged.TYPE)));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void twoPeopleLiftARevocationAndTheSignaturesAreVerifiedAgain() {
        ApiClient first = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        ApiClient second = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        KeyPair key = pair();
        world.register(key);
        Index index = publishIndex("1");
        Published artifact = index.artifact();
        world.attach(artifact, bundle(key, artifact));
        world.assertVerified(artifact);
        assertThat(PublisherWorld.operate(first, artifact, "reinstate").text("code"))
                .as("what is not revoked")
                .isEqualTo("artifact_state_conflict");
        assertThat(PublisherWorld.operate(first, artifact, "revoke").status()).isEqualTo(200);
        Reply asked = PublisherWorld.operate(first, artifact, "reinstate");
        assertThat(asked.text("trust")).as(asked.body()).isEqualTo("revoked");
        assertThat(asked.json().at("/reinstatement/reason").asString()).isEqualTo("because");
        assertThat(PublisherWorld.operate(first, artifact, "reinstate").text("code"))
                .isEqualTo("reinstated_by_one_person");
        assertThat(world.reasons(artifact.digest())).containsExactly("revoked");
        assertThat(world.reader().get("manifests/" + index.child()).status()).isEqualTo(403);
        assertThat(PublisherWorld.operate(world.owner, artifact, "reinstate").status())
                .as("a publisher")
                .isEqualTo(403);
        Reply lifted = PublisherWorld.operate(second, artifact, "reinstate");
        assertThat(lifted.status()).as(lifted.body()).isEqualTo(200);
        assertThat(lifted.text("trust")).isEqualTo("unverified");
        world.assertVerified(artifact);
        assertThat(world.reasons(artifact, artifact.digest())).isEmpty();
        assertThat(world.reader().get("manifests/" + index.child()).status()).isEqualTo(200);
        assertThat(PublisherWorld.operate(second, artifact, "revoke").status()).isEqualTo(200);
        assertThat(PublisherWorld.operate(first, artifact, "reinstate").text("trust"))
                .as("a later revocation needs two people again")
                .isEqualTo("revoked");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'artifact.reinstate' AND outcome ="
                                + " 'succeeded' AND target LIKE '%" + artifact.id() + "%'"))
                .isEqualTo(3);
        await().until(() -> PublishedEventCheck.SEEN.contains(ArtifactReinstatementChanged.TYPE));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void anImageThatWasRevokedWithItsIndexIsReinstatedWithIt() {
        ApiClient first = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        ApiClient second = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        byte[] layer = PublisherWorld.random(200);
        Index index = publishIndex("1", layer);
        JsonNode alone = world.intent("2", "oci_image");
        Published image = world.completed(
                alone, "2", PublisherWorld.pushImage(PublisherWorld.pusher(alone), PublisherWorld.CONFIG, layer));
        assertThat(world.operate(index.artifact(), "revoke").status()).isEqualTo(200);
        PublisherWorld.operate(first, image, "reinstate");
        Reply refused = PublisherWorld.operate(second, image, "reinstate");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("Reinstate the index");
        PublisherWorld.operate(first, index.artifact(), "reinstate");
        assertThat(PublisherWorld.operate(second, index.artifact(), "reinstate").text("trust"))
                .isEqualTo("unverified");
        assertThat(world.settled(image).path("trust").asString()).isEqualTo("unverified");
    }

    /** The same content under another name is the same content. */
    @Test
    void aRevocationReachesTheDigestUnderEveryName() {
        byte[] layer = PublisherWorld.random(120);
        PublisherWorld other = new PublisherWorld(plane);
        JsonNode mine = world.intent("1", "oci_image");
        JsonNode theirs = other.intent("1", "oci_image");
        Published first = world.completed(
                mine, "1", PublisherWorld.pushImage(PublisherWorld.pusher(mine), PublisherWorld.CONFIG, layer));
        Published second = other.completed(
                theirs, "1", PublisherWorld.pushImage(PublisherWorld.pusher(theirs), PublisherWorld.CONFIG, layer));
        assertThat(second.digest()).isEqualTo(first.digest());
        world.operate(first, "revoke");
        assertThat(other.verification(second).path("trust").asString()).isEqualTo("revoked");
        assertThat(other.reader().get("manifests/" + second.digest()).status()).isEqualTo(403);
    }
}
