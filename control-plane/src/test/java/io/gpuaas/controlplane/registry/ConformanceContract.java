package io.gpuaas.controlplane.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.registry.RegistryClient.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Repeats the steps of the conformance suite of the OCI distribution specification that go beyond the basic contract. The
 * program itself cannot be had from a module proxy.
 */
abstract class ConformanceContract extends RegistryContract {

    private static final String EMPTY_TYPE = "application/vnd.oci.empty.v1+json";
    private static final String ARTIFACT_TYPE = "application/vnd.example.oci.conformance.v1";
    private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.UTF_8);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sha512(byte[] content) {
        try {
            return "sha512:"
                    + HexFormat.of()
                            .formatHex(java.security.MessageDigest.getInstance("SHA-512")
                                    .digest(content));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String start(RegistryClient client) {
        return client.send("POST", "blobs/uploads/", new byte[0]).header("Location");
    }

    private static String with(String location, String query) {
        return location + (location.contains("?") ? "&" : "?") + query;
    }

    private static String descriptor(String type, String digest, int size) {
        return "{\"mediaType\":\"" + type + "\",\"digest\":\"" + digest + "\",\"size\":" + size + "}";
    }

    private static String artifact(String extra, String layers) {
        return "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST + "\",\"artifactType\":\""
                + ARTIFACT_TYPE
                + "\",\"config\":" + RegistryClient.descriptor(EMPTY_TYPE, EMPTY) + ",\"layers\":[" + layers + "]"
                + extra + "}";
    }

    private static String index(String extra, String... manifests) {
        return "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.INDEX + "\",\"manifests\":["
                + String.join(",", manifests) + "]" + extra + "}";
    }

    private static void pushed(RegistryClient client, String type, String reference, String manifest) {
        Reply put = client.send("PUT", "manifests/" + reference, bytes(manifest), "Content-Type", type);
        assertThat(put.status()).as(reference).isEqualTo(201);
        Reply get = client.send(
                "GET",
                put.header("Location"),
                new byte[0],
                "Accept",
                RegistryClient.INDEX,
                "Accept",
                RegistryClient.MANIFEST);
        assertThat(get.status()).isEqualTo(200);
        assertThat(get.header("Content-Type")).isEqualTo(type);
        assertThat(get.body()).isEqualTo(bytes(manifest));
    }

    @Test
    void whatIsMissingIsNotFound() {
        RegistryClient client = client();
        client.push(EMPTY);
        String missing = RegistryClient.digest(random(20));
        for (String reference : List.of(missing, "missing-tag", ".INVALID_MANIFEST_NAME")) {
            assertThat(client.get("manifests/" + reference).status())
                    .as(reference)
                    .isEqualTo(404);
            assertThat(client.head("manifests/" + reference).status())
                    .as(reference)
                    .isEqualTo(404);
        }
        assertThat(client.get("manifests/sha256:baddigeststring").status()).isIn(400, 404);
        assertThat(client.get("blobs/" + missing).status()).isEqualTo(404);
        assertThat(client.head("blobs/" + missing).status()).isEqualTo(404);
    }

    @Test
    void aWrongDigestIsRefusedHoweverTheBytesCome() {
        RegistryClient client = client();
        byte[] blob = random(3_067);
        for (String wrong : List.of(RegistryClient.digest(random(10)), sha512(random(10)))) {
            assertThat(client.send("POST", "blobs/uploads/?digest=" + wrong, blob)
                            .status())
                    .as("in the first request")
                    .isIn(400, 202);
            assertThat(client.send("PUT", with(start(client), "digest=" + wrong), blob)
                            .status())
                    .as("in the last request")
                    .isEqualTo(400);
            Reply streamed = client.send("PATCH", start(client), blob);
            assertThat(client.send("PUT", with(streamed.header("Location"), "digest=" + wrong), new byte[0])
                            .status())
                    .as("streamed")
                    .isEqualTo(400);
            assertThat(client.get("blobs/" + wrong).status()).isEqualTo(404);
        }
    }

    @Test
    void aChunkOutOfOrderIsRefusedAndTheUploadGoesOn() {
        for (boolean lastInPut : new boolean[] {false, true}) {
            RegistryClient client = client();
            byte[] blob = random(3_067);
            String digest = RegistryClient.digest(blob);
            String location = start(client);
            int chunk = 1_024;
            for (int from = 0; from < blob.length; from += chunk) {
                int bad = from + chunk >= blob.length ? 0 : from + chunk;
                assertThat(chunk(client, "PATCH", location, blob, bad, chunk).status())
                        .as("a chunk at %s after %s bytes", bad, from)
                        .isEqualTo(416);
                Reply state = client.get(location);
                assertThat(state.status()).isEqualTo(204);
                assertThat(state.header("Range")).isEqualTo("0-" + Math.max(from - 1, 0));
                location = state.header("Location");
                boolean put = lastInPut && from + chunk >= blob.length;
                Reply sent = chunk(
                        client,
                        put ? "PUT" : "PATCH",
                        put ? with(location, "digest=" + digest) : location,
                        blob,
                        from,
                        chunk);
                assertThat(sent.status()).isEqualTo(put ? 201 : 202);
                location = sent.header("Location");
            }
            if (!lastInPut) {
                assertThat(client.send("PUT", with(location, "digest=" + digest), new byte[0])
                                .status())
                        .isEqualTo(201);
            }
            assertThat(client.get("blobs/" + digest).body()).isEqualTo(blob);
        }
    }

    private static Reply chunk(RegistryClient client, String method, String location, byte[] blob, int from, int size) {
        int to = Math.min(from + size, blob.length);
        return client.send(
                method,
                location,
                Arrays.copyOfRange(blob, from, to),
                "Content-Type",
                "application/octet-stream",
                "Content-Range",
                from + "-" + (to - 1));
    }

    @Test
    void rangesOfABlobAreServedAsAsked() {
        RegistryClient client = client();
        byte[] blob = random(2_048);
        String address = "blobs/" + client.push(blob);
        range(client, address, "bytes=500-1499", blob, 500, 1_500);
        range(client, address, "bytes=500-", blob, 500, 2_048);
        range(client, address, "bytes=-500", blob, 1_548, 2_048);
        range(client, address, "bytes=2000-5000", blob, 2_000, 2_048);
        for (String outside : List.of("bytes=500-0", "bytes=5000-10000")) {
            assertThat(client.send("GET", address, new byte[0], "Range", outside)
                            .status())
                    .as(outside)
                    .isEqualTo(416);
        }
    }

    private static void range(RegistryClient client, String address, String asked, byte[] blob, int from, int to) {
        Reply reply = client.send("GET", address, new byte[0], "Range", asked);
        assertThat(reply.status()).as(asked).isEqualTo(206);
        assertThat(reply.body()).as(asked).isEqualTo(Arrays.copyOfRange(blob, from, to));
        assertThat(reply.header("Content-Range")).isEqualTo("bytes " + from + "-" + (to - 1) + "/" + blob.length);
    }

    @Test
    void blobsMoveBetweenRepositoriesOfOneCredential() {
        RegistryClient from = client();
        RegistryClient to = neighbour(from);
        byte[] blob = random(512);
        String digest = from.push(blob);
        Reply mounted = to.send("POST", "blobs/uploads/?mount=" + digest + "&from=" + from.repository(), new byte[0]);
        assertThat(mounted.status()).isEqualTo(201);
        assertThat(to.get(mounted.header("Location")).body()).isEqualTo(blob);
        assertThat(to.delete("blobs/" + digest).status()).isEqualTo(202);
        assertThat(from.get("blobs/" + digest).status()).isEqualTo(200);

        byte[] missing = random(512);
        Reply upload = to.send(
                "POST",
                "blobs/uploads/?mount=" + RegistryClient.digest(missing) + "&from=" + from.repository(),
                new byte[0]);
        assertThat(upload.status()).isEqualTo(202);
        assertThat(to.send("PUT", with(upload.header("Location"), "digest=" + RegistryClient.digest(missing)), missing)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aMountWithoutASourceFindsOne() {
        RegistryClient from = client();
        RegistryClient to = neighbour(from);
        byte[] blob = random(512);
        String digest = from.push(blob);
        assertThat(to.send("POST", "blobs/uploads/?mount=" + digest, new byte[0])
                        .status())
                .isEqualTo(201);
        assertThat(to.get("blobs/" + digest).body()).isEqualTo(blob);
    }

    /** A client with the same credential for another repository, which it may push to as well. */
    abstract RegistryClient neighbour(RegistryClient client);

    @Test
    void imagesAndIndexesOfEveryShapeAreKept() {
        RegistryClient client = client();
        byte[] layer = random(300);
        client.push(layer);
        client.push(EMPTY);
        String image = RegistryClient.image(",\"org.x\":\"custom\"", EMPTY, layer);
        pushed(client, RegistryClient.MANIFEST, RegistryClient.digest(image), image);
        String large = RegistryClient.image(",\"annotations\":{\"a\":\"" + "A".repeat(3_900_000) + "\"}", EMPTY);
        pushed(client, RegistryClient.MANIFEST, "large", large);
        String inner = index(",\"org.x\":\"custom\"", RegistryClient.descriptor(RegistryClient.MANIFEST, bytes(image)));
        pushed(client, RegistryClient.INDEX, RegistryClient.digest(inner), inner);
        pushed(
                client,
                RegistryClient.INDEX,
                "nested",
                index("", RegistryClient.descriptor(RegistryClient.INDEX, bytes(inner))));
        pushed(client, RegistryClient.INDEX, "empty", index(""));
        pushed(client, RegistryClient.MANIFEST, "artifact", artifact("", RegistryClient.descriptor(EMPTY_TYPE, EMPTY)));
        pushed(client, RegistryClient.MANIFEST, "no-layers", RegistryClient.image("", EMPTY));
        pushed(
                client,
                RegistryClient.MANIFEST,
                "data",
                RegistryClient.image("", EMPTY).replace("\"size\":2}", "\"size\":2,\"data\":\"e30=\"}"));
        String elsewhere = descriptor(
                        "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
                        RegistryClient.digest(random(9)),
                        123_456)
                .replace("}", ",\"urls\":[\"https://store.example.com/layer\"]}");
        pushed(
                client,
                RegistryClient.MANIFEST,
                "foreign",
                RegistryClient.image("", EMPTY).replace("\"layers\":[", "\"layers\":[" + elsewhere));
    }

    @Test
    void layersThatAreNullAreNone() {
        RegistryClient client = client();
        client.push(EMPTY);
        pushed(
                client,
                RegistryClient.MANIFEST,
                "null",
                RegistryClient.image("", EMPTY).replace("\"layers\":[]", "\"layers\":null"));
    }

    @Test
    void everythingMayBeAddressedBySha512() {
        RegistryClient client = client();
        byte[] layer = random(700);
        for (byte[] blob : List.of(EMPTY, layer, new byte[0])) {
            assertThat(client.send("PUT", with(start(client), "digest=" + sha512(blob)), blob)
                            .status())
                    .as("not announced")
                    .isEqualTo(201);
            assertThat(client.get("blobs/" + sha512(blob)).body()).isEqualTo(blob);
        }
        String image = "{\"schemaVersion\":2,\"mediaType\":\"" + RegistryClient.MANIFEST + "\",\"config\":"
                + descriptor("application/vnd.oci.image.config.v1+json", sha512(EMPTY), 2) + ",\"layers\":["
                + descriptor("application/vnd.oci.image.layer.v1.tar", sha512(layer), 700) + "]}";
        pushed(client, RegistryClient.MANIFEST, sha512(bytes(image)), image);
        String index = index("", descriptor(RegistryClient.MANIFEST, sha512(bytes(image)), image.length()));
        pushed(client, RegistryClient.INDEX, sha512(bytes(index)), index);
        assertThat(client.head("manifests/" + sha512(bytes(index))).header("Docker-Content-Digest"))
                .isEqualTo(sha512(bytes(index)));
    }

    @Test
    void aManifestPushedByDigestTakesTags() {
        RegistryClient client = client();
        client.push(EMPTY);
        String image = RegistryClient.image("", EMPTY);
        String digest = RegistryClient.digest(image);
        Reply put = client.putManifest(digest + "?tag=one&tag=two", image);
        assertThat(put.status()).isEqualTo(201);
        assertThat(put.headers("OCI-Tag")).containsExactlyInAnyOrder("one", "two");
        assertThat(client.head("manifests/two").header("Docker-Content-Digest")).isEqualTo(digest);
    }

    @Test
    void referrersOfEveryKindAreListedAsTheyAre() {
        RegistryClient client = client();
        client.push(EMPTY);
        String subject = RegistryClient.digest(random(8));
        String named = ",\"subject\":" + descriptor(RegistryClient.MANIFEST, subject, 123);
        String annotated = ",\"annotations\":{\"org.x\":\"hello\"}" + named;
        String byConfig = RegistryClient.image(annotated, EMPTY);
        String artifact = artifact(annotated, "");
        String index = index(",\"artifactType\":\"" + ARTIFACT_TYPE + "\"" + annotated);
        for (String manifest : List.of(byConfig, artifact, index)) {
            String type = manifest.equals(index) ? RegistryClient.INDEX : RegistryClient.MANIFEST;
            Reply put = client.send(
                    "PUT", "manifests/" + RegistryClient.digest(manifest), bytes(manifest), "Content-Type", type);
            assertThat(put.status()).isEqualTo(201);
            assertThat(put.header("OCI-Subject")).isEqualTo(subject);
        }
        Reply all = client.get("referrers/" + subject);
        assertThat(all.header("Content-Type")).isEqualTo(RegistryClient.INDEX);
        assertThat(all.json().path("mediaType").asString()).isEqualTo(RegistryClient.INDEX);
        assertThat(all.json().path("schemaVersion").asInt()).isEqualTo(2);
        assertThat(all.json().path("manifests")).hasSize(3).allSatisfy(one -> {
            assertThat(one.path("annotations").path("org.x").asString()).isEqualTo("hello");
            assertThat(one.path("size").asInt()).isPositive();
        });
        assertThat(type(all, byConfig)).isEqualTo("application/vnd.oci.image.config.v1+json");
        assertThat(type(all, index)).isEqualTo(ARTIFACT_TYPE);
        Reply filtered = client.get("referrers/" + subject + "?artifactType=" + ARTIFACT_TYPE);
        assertThat(filtered.header("OCI-Filters-Applied")).isEqualTo("artifactType");
        assertThat(filtered.json().path("manifests")).hasSize(2);
    }

    private static String type(Reply referrers, String manifest) {
        for (JsonNode one : referrers.json().path("manifests")) {
            if (one.path("digest").asString().equals(RegistryClient.digest(manifest))) {
                return one.path("artifactType").asString("");
            }
        }
        throw new AssertionError("not listed: " + manifest);
    }

    @Test
    void deletesFollowTheOrderOfTheSuite() {
        RegistryClient client = client();
        client.push(EMPTY);
        String image = RegistryClient.image("", EMPTY);
        client.putManifest("image", image);
        String index = index("", RegistryClient.descriptor(RegistryClient.MANIFEST, bytes(image)));
        client.send("PUT", "manifests/index", bytes(index), "Content-Type", RegistryClient.INDEX);
        for (String address : List.of(
                "manifests/index",
                "manifests/image",
                "manifests/" + RegistryClient.digest(index),
                "manifests/" + RegistryClient.digest(image),
                "blobs/" + RegistryClient.digest(EMPTY))) {
            assertThat(client.delete(address).status()).as(address).isEqualTo(202);
            assertThat(client.head(address).status()).as(address).isEqualTo(404);
        }
        assertThat(client.get("tags/list").json().path("tags")).isEmpty();
    }
}
