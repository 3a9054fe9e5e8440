package io.gpuaas.controlplane.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.registry.RegistryClient.Reply;
import io.gpuaas.controlplane.registry.RegistryGrants.Opened;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Our registry follows the specification, and keeps tenants, repositories and half uploads apart. */
@Against("PostgreSQL")
class OurRegistryTest extends ConformanceContract {

    private static final Map<String, String> ROLES = Map.of(
            "gpuaas.roles", "api,registry",
            "gpuaas.registry.port", "0");

    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(ROLES);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private record Place(RepositoryName name, TenantId tenant, String secret) {}

    private static Place place(String... readable) {
        TenantId tenant = new TenantId(UUID.randomUUID());
        RepositoryName name = new RepositoryName("acme/app/i-" + UUID.randomUUID());
        plane.bean(Repositories.class).createForPush(name, tenant, Instant.now().plus(Duration.ofHours(1)));
        List<Opened> opened = new java.util.ArrayList<>(List.of(new Opened(name, true)));
        Arrays.stream(readable).forEach(one -> opened.add(new Opened(new RepositoryName(one), false)));
        String secret = plane.bean(RegistryGrants.class)
                .issue(tenant, opened, Instant.now().plus(Duration.ofHours(1)))
                .secret();
        return new Place(name, tenant, secret);
    }

    private static String base(TestControlPlane of) {
        return "http://127.0.0.1:" + of.bean(RegistryListener.class).port();
    }

    private static RegistryClient client(TestControlPlane of, Place place) {
        return new RegistryClient(base(of), place.name().value(), "Bearer " + place.secret());
    }

    @Override
    RegistryClient client() {
        return client(plane, place());
    }

    /** Two intents have two secrets; a grant for several repositories is what callers of the package may issue. */
    @Override
    RegistryClient neighbour(RegistryClient client) {
        Place other = place();
        RepositoryName first = new RepositoryName(client.repository());
        TenantId tenant =
                plane.bean(Repositories.class).find(first).orElseThrow().tenant();
        RepositoryName second = new RepositoryName(other.name() + "/neighbour");
        plane.bean(Repositories.class)
                .createForPush(second, tenant, Instant.now().plus(Duration.ofHours(1)));
        String secret = plane.bean(RegistryGrants.class)
                .issue(
                        tenant,
                        List.of(new Opened(first, true), new Opened(second, true)),
                        Instant.now().plus(Duration.ofHours(1)))
                .secret();
        return client(plane, new Place(second, tenant, secret));
    }

    @Test
    void aMountWithoutASourceFindsOnlyWhatTheCallerMayRead() {
        byte[] blob = random(900);
        String digest = client().push(blob);
        RegistryClient stranger = client();
        assertThat(stranger.send("POST", "blobs/uploads/?mount=" + digest, new byte[0])
                        .status())
                .isEqualTo(202);
        assertThat(stranger.head("blobs/" + digest).status()).isEqualTo(404);
    }

    @Test
    void aTextTheDatabaseCannotStoreIsRefused() {
        RegistryClient client = client();
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        for (String text : List.of("a\\u0000b", "a\\ud800b")) {
            Reply annotation =
                    client.putManifest("v1", RegistryClient.image(",\"annotations\":{\"k\":\"" + text + "\"}", config));
            assertThat(annotation.error()).isEqualTo("MANIFEST_INVALID");
            Reply type = client.putManifest("v1", RegistryClient.image(",\"artifactType\":\"" + text + "\"", config));
            assertThat(type.error()).isEqualTo("MANIFEST_INVALID");
        }
    }

    @Test
    void referrersWithLargeAnnotationsComeInPages() {
        RegistryClient client = client();
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String subject = RegistryClient.digest(random(8));
        for (int i = 0; i < 3; i++) {
            String referrer = RegistryClient.image(
                    ",\"annotations\":{\"n\":\"" + i + "\",\"k\":\"" + "x".repeat(2_000_000) + "\"},\"subject\":"
                            + "{\"mediaType\":\"" + RegistryClient.MANIFEST + "\",\"digest\":\"" + subject
                            + "\",\"size\":3}",
                    config);
            assertThat(client.putManifest(RegistryClient.digest(referrer), referrer)
                            .status())
                    .isEqualTo(201);
        }
        Reply first = client.get("referrers/" + subject);
        assertThat(first.body().length).isLessThan(5_000_000);
        assertThat(first.json().path("manifests")).hasSize(2);
        String next = first.header("Link");
        Reply second = client.get(next.substring(1, next.indexOf('>')));
        assertThat(second.json().path("manifests")).hasSize(1);
        assertThat(second.header("Link")).isEmpty();
    }

    @Test
    void strangersAreToldWhereToGetAToken() {
        Reply reply = client().with("").get("/v2/");
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("WWW-Authenticate"))
                .startsWith("Bearer realm=\"http://127.0.0.1:")
                .contains("/token\",service=\"gpuaas\"");
        assertThat(reply.error()).isEqualTo("UNAUTHORIZED");
    }

    @Test
    void theSecretIsExchangedForATokenAsDockerDoesIt() {
        Place place = place();
        String basic = "Basic "
                + Base64.getEncoder().encodeToString(("intent:" + place.secret()).getBytes(StandardCharsets.UTF_8));
        RegistryClient client = client(plane, place).with(basic);
        Reply token = client.get("/token?service=gpuaas&scope=repository:" + place.name() + ":pull,push");
        assertThat(token.status()).isEqualTo(200);
        String bearer = token.json().path("token").asString();
        assertThat(client.with("Bearer " + bearer).get("/v2/").status()).isEqualTo(200);
        assertThat(client.with("").get("/token").status()).isEqualTo(401);
    }

    @Test
    void aBlobOfAnotherRepositoryIsNotReadableByItsDigest() {
        RegistryClient owner = client();
        RegistryClient stranger = client();
        String digest = owner.push(random(1_000));
        assertThat(stranger.head("blobs/" + digest).status()).isEqualTo(404);
        assertThat(stranger.at(owner.repository()).head("blobs/" + digest).status())
                .isEqualTo(404);
        Reply put = stranger.putManifest(
                "steal",
                "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST
                        + "\",\"config\":{\"mediaType\":\"a/b\",\"digest\":\"" + digest
                        + "\",\"size\":1000},\"layers\":[]}");
        assertThat(put.status()).isEqualTo(404);
        assertThat(put.error()).isEqualTo("MANIFEST_BLOB_UNKNOWN");
    }

    @Test
    void aMountNeedsTheRightToReadItsSource() {
        RegistryClient owner = client();
        byte[] blob = random(2_000);
        String digest = owner.push(blob);
        String mount = "blobs/uploads/?mount=" + digest + "&from=" + owner.repository();
        RegistryClient stranger = client();
        assertThat(stranger.send("POST", mount, new byte[0]).status()).isEqualTo(202);
        assertThat(stranger.head("blobs/" + digest).status()).isEqualTo(404);
        RegistryClient reader = client(plane, place(owner.repository()));
        assertThat(reader.send("POST", mount, new byte[0]).status()).isEqualTo(201);
        assertThat(reader.get("blobs/" + digest).body()).isEqualTo(blob);
        assertThat(reader.at(owner.repository())
                        .send("POST", "blobs/uploads/", new byte[0])
                        .status())
                .as("reading is not pushing")
                .isEqualTo(403);
    }

    @Test
    void anUploadGoesOnInAnotherProcessWhereAStaleOneIsRefused() {
        Place place = place();
        byte[] blob = random(SegmentWriter.SEGMENT_BYTES + 300_000);
        RegistryClient here = client(plane, place);
        try (TestControlPlane twin = plane.startTwin(Map.of(
                "gpuaas.roles", "api,registry",
                "gpuaas.registry.port", "0",
                "gpuaas.data-dir",
                        plane.bean(io.gpuaas.controlplane.platform.GpuaasProperties.class)
                                .dataDir()
                                .toString()))) {
            RegistryClient there = client(twin, place);
            String location = here.send("POST", "blobs/uploads/", new byte[0]).header("Location");
            int half = 100_000;
            assertThat(here.send("PATCH", location, Arrays.copyOf(blob, half), "Content-Range", "0-" + (half - 1))
                            .status())
                    .isEqualTo(202);
            Reply resumed = there.send(
                    "PATCH",
                    location,
                    Arrays.copyOfRange(blob, half, blob.length),
                    "Content-Range",
                    half + "-" + (blob.length - 1));
            assertThat(resumed.status()).isEqualTo(202);
            assertThat(here.send("PATCH", location, random(10), "Content-Range", half + "-" + (half + 9))
                            .status())
                    .isEqualTo(416);
            String digest = RegistryClient.digest(blob);
            assertThat(here.send("PUT", location + "?digest=" + digest, new byte[0])
                            .status())
                    .isEqualTo(201);
            assertThat(there.get("blobs/" + digest).body()).isEqualTo(blob);
        }
    }

    @Test
    void aRevokedGrantOpensNothing() {
        Place place = place();
        RegistryGrants grants = plane.bean(RegistryGrants.class);
        RegistryGrants.Issued issued = grants.issue(
                place.tenant(),
                List.of(new Opened(place.name(), true)),
                Instant.now().plus(Duration.ofHours(1)));
        RegistryClient client = client(plane, place).with("Bearer " + issued.secret());
        assertThat(client.get("/v2/").status()).isEqualTo(200);
        grants.revoke(issued.id());
        assertThat(client.get("/v2/").status()).isEqualTo(401);
    }

    @Test
    void aRepositoryStaysWithItsTenant() {
        Place place = place();
        TenantId stranger = new TenantId(UUID.randomUUID());
        Repositories repositories = plane.bean(Repositories.class);
        Instant later = Instant.now().plus(Duration.ofHours(1));
        assertThatThrownBy(() -> plane.bean(RegistryGrants.class)
                        .issue(stranger, List.of(new Opened(place.name(), true)), later))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> repositories.createForPush(place.name(), stranger, later))
                .isInstanceOf(IllegalArgumentException.class);
        RepositoryName app = new RepositoryName("acme/app-" + UUID.randomUUID());
        repositories.createPermanent(app, place.tenant());
        repositories.createPermanent(app, place.tenant());
        assertThatThrownBy(() -> repositories.createPermanent(app, stranger))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ambiguousManifestsAreRefused() {
        RegistryClient client = client();
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("v1", image.replace("\"layers\":[]", "\"layers\":[],\"manifests\":[]"))
                        .error())
                .as("both an image and an index")
                .isEqualTo("MANIFEST_INVALID");
        assertThat(client.putManifest("v1", image.replace("\"layers\":[]", "\"layers\":[],\"layers\":[]"))
                        .error())
                .as("a repeated key")
                .isEqualTo("MANIFEST_INVALID");
        assertThat(client.putManifest("v1", image.replace(RegistryClient.MANIFEST, RegistryClient.INDEX))
                        .error())
                .as("another type than Content-Type says")
                .isEqualTo("MANIFEST_INVALID");
        assertThat(client.putManifest("v1", "[".repeat(5_000)).error()).isEqualTo("MANIFEST_INVALID");
        String layer = RegistryClient.descriptor("application/vnd.oci.image.layer.v1.tar", config);
        String layers = String.join(",", Collections.nCopies(1_001, layer));
        assertThat(client.putManifest("v1", image.replace("\"layers\":[]", "\"layers\":[" + layers + "]"))
                        .error())
                .as("more than 1,000 layers")
                .isEqualTo("MANIFEST_INVALID");
        String children =
                String.join(",", Collections.nCopies(129, RegistryClient.descriptor(RegistryClient.MANIFEST, config)));
        String index =
                "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":[" + children + "]}";
        assertThat(client.send(
                                "PUT",
                                "manifests/v1",
                                index.getBytes(StandardCharsets.UTF_8),
                                "Content-Type",
                                RegistryClient.INDEX)
                        .error())
                .as("more than 128 images in an index")
                .isEqualTo("MANIFEST_INVALID");
        assertThat(client.send(
                                "PUT",
                                "manifests/v1",
                                new byte[Manifests.BYTES_MAX + 1],
                                "Content-Type",
                                RegistryClient.MANIFEST)
                        .status())
                .isEqualTo(413);
    }

    @Test
    void aPermanentRepositoryHasNoTags() {
        TenantId tenant = new TenantId(UUID.randomUUID());
        RepositoryName name = new RepositoryName("acme/app-" + UUID.randomUUID());
        plane.bean(Repositories.class).createPermanent(name, tenant);
        String secret = plane.bean(RegistryGrants.class)
                .issue(tenant, List.of(new Opened(name, true)), Instant.now().plus(Duration.ofHours(1)))
                .secret();
        RegistryClient client = client(plane, new Place(name, tenant, secret));
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("latest", image).status()).isEqualTo(403);
        assertThat(client.putManifest(RegistryClient.digest(image), image).status())
                .isEqualTo(201);
    }

    @Test
    void aChunkOfAnotherLengthThanItsRangeIsRefusedBeforeItCounts() {
        RegistryClient client = client();
        String location = client.send("POST", "blobs/uploads/", new byte[0]).header("Location");
        assertThat(client.send("PATCH", location, random(10), "Content-Range", "0-19")
                        .status())
                .isEqualTo(400);
        assertThat(client.send("PATCH", location, random(10), "Content-Range", "0-4")
                        .status())
                .isEqualTo(400);
        byte[] blob = random(30);
        assertThat(client.send("PATCH", location, blob, "Content-Range", "0-29").status())
                .as("nothing counted before")
                .isEqualTo(202);
        assertThat(client.send("PUT", location + "?digest=" + RegistryClient.digest(blob), new byte[0])
                        .status())
                .isEqualTo(201);
    }

    @Test
    void pushesAndDeletesAreAudited() {
        Place place = place();
        RegistryClient client = client(plane, place);
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        client.putManifest("v1", image);
        client.delete("manifests/v1");
        client.delete("manifests/" + RegistryClient.digest(image));
        client.delete("blobs/" + RegistryClient.digest(config));
        assertThat(plane.bean(JdbcClient.class)
                        .sql("SELECT action FROM audit.event WHERE target LIKE :name ORDER BY id")
                        .param("name", place.name() + "%")
                        .query(String.class)
                        .list())
                .containsExactly("manifest.push", "tag.delete", "manifest.delete", "blob.delete");
    }

    @Test
    void unknownCredentialsAreSlowedDownPerAddress() {
        RegistryClient client = client();
        RegistryLimits limits = plane.bean(RegistryLimits.class);
        String address = "192.0.2.77";
        int refusedAfter = 0;
        try {
            for (int i = 0; i < 10_000; i++) {
                limits.lookUp(address, java.util.Optional::empty);
                refusedAfter = i + 1;
            }
        } catch (RegistryException e) {
            assertThat(e.status()).isEqualTo(429);
            assertThat(e.retryAfter()).isPresent();
        }
        assertThat(refusedAfter).isBetween(1_000, 5_000);
        assertThat(client.get("/v2/").status()).as("other addresses").isEqualTo(200);
    }

    @Test
    void uploadsAtOnceAreBoundedPerTenant() {
        RegistryLimits limits = plane.bean(RegistryLimits.class);
        TenantId tenant = new TenantId(UUID.randomUUID());
        List<RegistryLimits.UploadPlace> open = new java.util.ArrayList<>();
        for (int i = 0; i < RegistryLimits.UPLOADS_PER_TENANT_MAX; i++) {
            open.add(limits.openUpload(tenant));
        }
        assertThatThrownBy(() -> limits.openUpload(tenant)).isInstanceOf(RegistryException.class);
        RegistryLimits.UploadPlace others = limits.openUpload(new TenantId(UUID.randomUUID()));
        others.close();
        open.forEach(RegistryLimits.UploadPlace::close);
        RegistryLimits.UploadPlace again = limits.openUpload(tenant);
        again.close();
    }

    @Test
    void aManifestPushedAgainIsNotAuditedAgainUnlessATagMoves() {
        Place place = place();
        RegistryClient client = client(plane, place);
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("v1", image).status()).isEqualTo(201);
        assertThat(client.putManifest("v1", image).status()).isEqualTo(201);
        assertThat(client.putManifest(RegistryClient.digest(image), image).status())
                .isEqualTo(201);
        assertThat(pushes(place)).isEqualTo(1);
        assertThat(client.putManifest("v2", image).status()).isEqualTo(201);
        assertThat(pushes(place)).isEqualTo(2);
    }

    private static long pushes(Place place) {
        return plane.bean(JdbcClient.class)
                .sql("SELECT count(*) FROM audit.event WHERE target LIKE :name AND action = 'manifest.push'")
                .param("name", place.name() + "%")
                .query(Long.class)
                .single();
    }

    @Test
    void aManifestNeedsAPlaceAmongUploads() {
        Place place = place();
        RegistryClient client = client(plane, place);
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        RegistryLimits limits = plane.bean(RegistryLimits.class);
        List<RegistryLimits.UploadPlace> open = new java.util.ArrayList<>();
        for (int i = 0; i < RegistryLimits.UPLOADS_PER_TENANT_MAX; i++) {
            open.add(limits.openUpload(place.tenant()));
        }
        assertThat(client.putManifest("v1", RegistryClient.image("", config)).status())
                .isEqualTo(429);
        open.forEach(RegistryLimits.UploadPlace::close);
        assertThat(client.putManifest("v1", RegistryClient.image("", config)).status())
                .isEqualTo(201);
    }

    @Test
    void aManifestIsNotStoredInARepositoryThatHasGone() {
        Place place = place();
        Repository repository =
                plane.bean(Repositories.class).find(place.name()).orElseThrow();
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client(plane, place).push(config);
        plane.bean(Repositories.class).delete(place.name());
        byte[] image = RegistryClient.image("", config).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> plane.bean(Manifests.class)
                        .put(repository, Tag.find("v1").orElseThrow(), RegistryClient.MANIFEST, image))
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.code()).isEqualTo("NAME_UNKNOWN"));
    }

    @Test
    void aLongMediaTypeOfADescriptorIsRefused() {
        RegistryClient client = client();
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        client.push(config);
        String image = RegistryClient.image("", config, config);
        assertThat(client.putManifest("v1", image.replace("layer.v1.tar", "x".repeat(300)))
                        .error())
                .isEqualTo("MANIFEST_INVALID");
        assertThat(client.putManifest("v1", image).status()).isEqualTo(201);
    }

    @Test
    void aFormBodyIsABlobAndNoParameters() {
        RegistryClient client = client();
        byte[] blob = "digest=sha256:0000".getBytes(StandardCharsets.UTF_8);
        Reply post = client.send(
                "POST",
                "blobs/uploads/?digest=" + RegistryClient.digest(blob),
                blob,
                "Content-Type",
                "application/x-www-form-urlencoded");
        assertThat(post.status()).isEqualTo(201);
        assertThat(client.get("blobs/" + RegistryClient.digest(blob)).body()).isEqualTo(blob);
    }
}
