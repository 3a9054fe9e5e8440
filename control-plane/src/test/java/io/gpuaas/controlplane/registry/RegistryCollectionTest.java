package io.gpuaas.controlplane.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.registry.RegistryGrants.Opened;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Garbage goes, with its objects; whatever a repository links to stays. */
@Against("PostgreSQL")
class RegistryCollectionTest {

    private static final MovableClock CLOCK = MovableClock.running();
    private static final TenantId TENANT = new TenantId(UUID.randomUUID());

    private static TestControlPlane plane;

    /** Replaces the clock of the product. */
    static class MovedTime {

        @Bean
        @Primary
        Clock clock() {
            return CLOCK;
        }
    }

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,registry", "gpuaas.registry.port", "0"), MovedTime.class);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static RegistryClient client(String name, Duration lifetime) {
        RepositoryName repository = new RepositoryName(name);
        Instant until = CLOCK.instant().plus(lifetime);
        plane.bean(Repositories.class).createForPush(repository, TENANT, until);
        String secret = plane.bean(RegistryGrants.class)
                .issue(TENANT, List.of(new Opened(repository, true)), until)
                .secret();
        return new RegistryClient(
                "http://127.0.0.1:" + plane.bean(RegistryListener.class).port(), name, "Bearer " + secret);
    }

    private static long objects() throws IOException {
        Path folder = plane.bean(GpuaasProperties.class).dataDir().resolve("objects");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).count();
        }
    }

    /** The database writes when an orphan began, so its age is moved there. */
    private static void collectLater(Duration time) throws Exception {
        CLOCK.forward(time);
        plane.database().execute("UPDATE registry.orphan SET since = since - interval '2 days'");
        plane.bean(RegistryCollection.class).collect();
        plane.database().execute("UPDATE registry.orphan SET since = since - interval '2 days'");
        plane.bean(RegistryCollection.class).collect();
    }

    @Test
    void aBlobThatLostItsLinksWithoutAMarkIsFound() throws Exception {
        byte[] blob = RegistryContract.random(500);
        client("acme/lost", Duration.ofHours(1)).push(blob);
        String digest = RegistryClient.digest(blob);
        plane.database().execute("DELETE FROM registry.repository_blob WHERE digest = '" + digest + "'");
        plane.bean(RegistryCollection.class).markUnlinked();
        String marked =
                "SELECT count(*) FROM registry.blob WHERE digest = '" + digest + "' AND unlinked_at IS NOT NULL";
        assertThat(plane.database().count(marked)).as("it is new").isZero();
        CLOCK.forward(Duration.ofHours(2));
        plane.bean(RegistryCollection.class).markUnlinked();
        assertThat(plane.database().count(marked)).isEqualTo(1);
        collectLater(Duration.ofHours(25));
        assertThat(plane.database().count("SELECT count(*) FROM registry.blob WHERE digest = '" + digest + "'"))
                .isZero();
    }

    @Test
    void aRoundRemovesMoreThanOneBatch() throws Exception {
        plane.database().execute("""
                WITH c AS (INSERT INTO registry.content (id, created_at)
                    SELECT gen_random_uuid(), now() FROM generate_series(1, 450) RETURNING id)
                INSERT INTO registry.blob (digest, content_id, size, created_at, unlinked_at)
                SELECT 'sha256:' || lpad((row_number() OVER ())::text, 64, '0'), id, 1, now(), now() - interval '3 days'
                FROM c""");
        plane.bean(RegistryCollection.class).collect();
        assertThat(plane.database().count("SELECT count(*) FROM registry.blob WHERE digest LIKE 'sha256:0000000000%'"))
                .isZero();
        plane.database().execute("UPDATE registry.orphan SET since = since - interval '2 days'");
        plane.bean(RegistryCollection.class).collect();
        assertThat(plane.database().count("SELECT count(*) FROM registry.orphan"))
                .isZero();
    }

    @Test
    void aSlowUploadIsEnded() throws Exception {
        RepositoryName name = new RepositoryName("acme/slow");
        client(name.value(), Duration.ofHours(1));
        Repository repository = plane.bean(Repositories.class).find(name).orElseThrow();
        Uploads uploads = plane.bean(Uploads.class);
        UUID upload = uploads.start(repository, ContentDigest.Algorithm.SHA256);
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                return 1;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                CLOCK.forward(Duration.ofSeconds(10));
                return 1;
            }
        };
        assertThatThrownBy(() -> uploads.append(repository, upload, null, slow))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("too slowly");
        plane.bean(Repositories.class).delete(name);
        collectLater(Duration.ofHours(25));
    }

    @Test
    void garbageGoesWithItsObjectsAndLinkedBlobsStay() throws Exception {
        RegistryClient brief = client("acme/brief", Duration.ofHours(1));
        RegistryClient lasting = client("acme/lasting", Duration.ofDays(30));
        byte[] both = RegistryContract.random(3_000);
        byte[] only = RegistryContract.random(4_000);
        brief.push(both);
        brief.push(only);
        lasting.push(both);
        assertThat(lasting.send("POST", "blobs/uploads/", new byte[0]).status()).isEqualTo(202);
        assertThat(plane.database().count("SELECT count(*) FROM registry.blob")).isEqualTo(2);
        assertThat(objects())
                .as("the second push of the same bytes is not needed")
                .isEqualTo(3);

        collectLater(Duration.ofHours(3));
        assertThat(brief.head("blobs/" + RegistryClient.digest(only)).status()).isEqualTo(401);
        assertThat(plane.database().count("SELECT count(*) FROM registry.repository"))
                .isEqualTo(1);
        assertThat(plane.database().count("SELECT count(*) FROM registry.blob"))
                .as("what nothing links to waits a day")
                .isEqualTo(2);

        collectLater(Duration.ofHours(25));
        assertThat(plane.database().count("SELECT count(*) FROM registry.blob")).isEqualTo(1);
        assertThat(plane.database().count("SELECT count(*) FROM registry.upload"))
                .isZero();
        assertThat(plane.database().count("SELECT count(*) FROM registry.content"))
                .isEqualTo(1);
        assertThat(objects()).isEqualTo(1);
        assertThat(lasting.get("blobs/" + RegistryClient.digest(both)).body()).isEqualTo(both);
    }
}
