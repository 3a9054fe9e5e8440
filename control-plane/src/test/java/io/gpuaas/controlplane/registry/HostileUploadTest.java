package io.gpuaas.controlplane.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.registry.RegistryClient.Reply;
import io.gpuaas.controlplane.registry.RegistryGrants.Opened;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Uploads that somebody else touches, that race, or that meet a full quota or disk: no half blob is ever readable. */
@Against("PostgreSQL")
class HostileUploadTest {

    private static final int SEGMENT = SegmentWriter.SEGMENT_BYTES;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    private TenantId tenant;
    private RegistryClient client;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,registry", "gpuaas.registry.port", "0"), FillingDisk.class);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @BeforeEach
    void aRepository() {
        tenant = new TenantId(UUID.fromString(plane.admin().createTenant()));
        client = client(tenant);
    }

    private static RegistryClient client(TenantId tenant) {
        RepositoryName name = new RepositoryName("acme/app/i-" + UUID.randomUUID());
        Instant later = Instant.now().plus(Duration.ofHours(1));
        plane.bean(Repositories.class).createForPush(name, tenant, later);
        String secret = plane.bean(RegistryGrants.class)
                .issue(tenant, List.of(new Opened(name, true)), later)
                .secret();
        return new RegistryClient(
                "http://127.0.0.1:" + plane.bean(RegistryListener.class).port(), name.value(), "Bearer " + secret);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    private static Reply patch(RegistryClient client, String location, byte[] bytes, int from) {
        return client.send("PATCH", location, bytes, "Content-Range", from + "-" + (from + bytes.length - 1));
    }

    private String begun() {
        return client.send("POST", "blobs/uploads/", new byte[0]).header("Location");
    }

    @Test
    void theBlobOfAnotherTenantIsAbsentInEveryWay() {
        byte[] config = random(500);
        String digest = client.push(config);
        String image = RegistryClient.image("", config);
        assertThat(client.putManifest("v1", image).status()).isEqualTo(201);
        RegistryClient stranger =
                client(new TenantId(UUID.fromString(plane.admin().createTenant())));
        for (RegistryClient asked : List.of(stranger, stranger.at(client.repository()))) {
            assertThat(asked.head("blobs/" + digest).status()).isEqualTo(404);
            assertThat(asked.get("blobs/" + digest).status()).isEqualTo(404);
            assertThat(asked.get("manifests/" + RegistryClient.digest(image)).status())
                    .isEqualTo(404);
            assertThat(asked.get("manifests/v1").status()).isEqualTo(404);
        }
        for (String from : List.of("", "&from=" + client.repository(), "&from=nobody/nothing")) {
            assertThat(stranger.send("POST", "blobs/uploads/?mount=" + digest + from, new byte[0])
                            .status())
                    .as(from)
                    .isEqualTo(202);
        }
        assertThat(stranger.putManifest("v1", image).error()).isEqualTo("MANIFEST_BLOB_UNKNOWN");
        // An index may name what is not there; it makes nothing readable.
        String index = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8))
                + "]}";
        assertThat(stranger.send(
                                "PUT",
                                "manifests/v2",
                                index.getBytes(StandardCharsets.UTF_8),
                                "Content-Type",
                                RegistryClient.INDEX)
                        .status())
                .isEqualTo(201);
        assertThat(stranger.get("manifests/" + RegistryClient.digest(image)).status())
                .isEqualTo(404);
        assertThat(stranger.get("blobs/" + digest).status()).isEqualTo(404);
    }

    @Test
    void anotherTenantNeitherContinuesNorSeesNorEndsAnUpload() {
        byte[] blob = random(1_000);
        String location = begun();
        assertThat(patch(client, location, Arrays.copyOf(blob, 400), 0).status())
                .isEqualTo(202);
        RegistryClient stranger =
                client(new TenantId(UUID.fromString(plane.admin().createTenant())));
        String inTheirs = location.replace(client.repository(), stranger.repository());
        for (String address : List.of(location, inTheirs)) {
            assertThat(patch(stranger, address, random(100), 400).status()).isEqualTo(404);
            assertThat(stranger.get(address).status()).isEqualTo(404);
            assertThat(stranger.delete(address).status()).isEqualTo(404);
            assertThat(stranger.send(
                                    "PUT",
                                    address + "?digest=" + RegistryClient.digest(Arrays.copyOf(blob, 400)),
                                    new byte[0])
                            .status())
                    .isEqualTo(404);
        }
        assertThat(patch(client, location, Arrays.copyOfRange(blob, 400, 1_000), 400)
                        .status())
                .isEqualTo(202);
        String digest = RegistryClient.digest(blob);
        assertThat(client.send("PUT", location + "?digest=" + digest, new byte[0])
                        .status())
                .isEqualTo(201);
        assertThat(client.get("blobs/" + digest).body()).isEqualTo(blob);
    }

    @Test
    void ofManyWritersOfOneUploadOneWinsAndTheBytesAreItsOwn() throws Exception {
        String location = begun();
        List<byte[]> chunks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            chunks.add(random(SEGMENT + 1_000));
        }
        CyclicBarrier start = new CyclicBarrier(chunks.size());
        List<byte[]> accepted = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(chunks.size())) {
            List<Future<Integer>> replies = chunks.stream()
                    .map(chunk -> threads.submit(() -> {
                        start.await();
                        return patch(client, location, chunk, 0).status();
                    }))
                    .toList();
            for (int i = 0; i < chunks.size(); i++) {
                int status = replies.get(i).get();
                assertThat(status).isIn(202, 416);
                if (status == 202) {
                    accepted.add(chunks.get(i));
                }
            }
        }
        assertThat(accepted).hasSize(1);
        String digest = RegistryClient.digest(accepted.getFirst());
        assertThat(client.send("PUT", location + "?digest=" + digest, new byte[0])
                        .status())
                .isEqualTo(201);
        assertThat(client.get("blobs/" + digest).body()).isEqualTo(accepted.getFirst());
    }

    @Test
    void aQuotaExceededInTheMiddleOfAnUploadKeepsItClosed() {
        int quota = 2 * SEGMENT + 1_000;
        assertThat(plane.admin()
                        .put(
                                "/api/v1/tenants/" + tenant + "/policies/registry.tenant_bytes_max",
                                "{\"value\":\"" + quota + "\"}")
                        .status())
                .isEqualTo(200);
        byte[] blob = random(2 * SEGMENT + 500_000);
        String location = begun();
        assertThat(patch(client, location, Arrays.copyOf(blob, SEGMENT), 0).status())
                .isEqualTo(202);
        assertThat(patch(client, location, Arrays.copyOfRange(blob, SEGMENT, blob.length), SEGMENT)
                        .status())
                .isEqualTo(413);
        String digest = RegistryClient.digest(blob);
        assertThat(client.send("PUT", location + "?digest=" + digest, new byte[0])
                        .status())
                .isIn(400, 413);
        assertThat(client.head("blobs/" + digest).status()).isEqualTo(404);
        long kept = plane.database()
                .count("SELECT coalesce(sum(size), 0) FROM registry.upload WHERE tenant_id = '" + tenant + "'");
        assertThat(kept).isLessThanOrEqualTo(quota);
        // The upload can be canceled, and then a smaller blob fits.
        assertThat(client.delete(location).status()).isIn(204, 404);
        client.push(random(2 * SEGMENT));
    }

    @Test
    void anUploadThatMeetsAFullDiskGoesOnWhenThereIsSpaceAgain() {
        byte[] blob = random(2 * SEGMENT + 500_000);
        String location = begun();
        FillingDisk.PUTS_LEFT.set(1);
        try {
            assertThat(patch(client, location, blob, 0).status()).isEqualTo(500);
            assertThat(client.head("blobs/" + RegistryClient.digest(blob)).status())
                    .isEqualTo(404);
            assertThat(client.get(location).header("Range")).isEqualTo("0-" + (SEGMENT - 1));
        } finally {
            FillingDisk.PUTS_LEFT.set(Integer.MAX_VALUE);
        }
        assertThat(patch(client, location, Arrays.copyOfRange(blob, SEGMENT, blob.length), SEGMENT)
                        .status())
                .isEqualTo(202);
        String digest = RegistryClient.digest(blob);
        assertThat(client.send("PUT", location + "?digest=" + digest, new byte[0])
                        .status())
                .isEqualTo(201);
        assertThat(client.get("blobs/" + digest).body()).isEqualTo(blob);
    }

    /** Puts a disk that fills up in front of the object store. */
    static final class FillingDisk implements BeanPostProcessor {

        static final AtomicInteger PUTS_LEFT = new AtomicInteger(Integer.MAX_VALUE);

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof ObjectStore store ? new Filling(store) : bean;
        }
    }

    private record Filling(ObjectStore store) implements ObjectStore {

        @Override
        public void put(ObjectName name, byte[] bytes) throws IOException {
            if (FillingDisk.PUTS_LEFT.getAndUpdate(left -> left == Integer.MAX_VALUE ? left : left - 1) <= 0) {
                throw new IOException("No space left on device");
            }
            store.put(name, bytes);
        }

        @Override
        public Optional<byte[]> find(ObjectName name) throws IOException {
            return store.find(name);
        }

        @Override
        public Optional<InputStream> open(ObjectName name, long from) throws IOException {
            return store.open(name, from);
        }

        @Override
        public void putLocked(ObjectName name, byte[] bytes, Instant until) throws IOException {
            store.putLocked(name, bytes, until);
        }

        @Override
        public List<ObjectName> listAfter(String prefix, @Nullable ObjectName after, int limit) throws IOException {
            return store.listAfter(prefix, after, limit);
        }

        @Override
        public void delete(ObjectName name) throws IOException {
            store.delete(name);
        }
    }
}
