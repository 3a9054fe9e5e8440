package io.gpuaas.controlplane.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.registry.RegistryClient.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The OCI distribution specification 1.1, as every registry is expected to follow it. */
abstract class RegistryContract {

    private static final byte[] CONFIG = "{}".getBytes(StandardCharsets.UTF_8);

    /** A client for a new, empty repository that it may push to. */
    abstract RegistryClient client();

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    private static String upload(RegistryClient client) {
        Reply reply = client.send("POST", "blobs/uploads/", new byte[0]);
        assertThat(reply.status()).isEqualTo(202);
        return reply.header("Location");
    }

    private static String with(String location, String query) {
        return location + (location.contains("?") ? "&" : "?") + query;
    }

    @Test
    void theBaseAnswersAndNamesItsVersion() {
        Reply reply = client().get("/v2/");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Docker-Distribution-API-Version")).isEqualTo("registry/2.0");
    }

    @Test
    void aBlobIsPushedInOneRequestAndReadBack() {
        RegistryClient client = client();
        byte[] blob = random(100_000);
        String digest = RegistryClient.digest(blob);
        String location = upload(client);
        Reply put = client.send("PUT", with(location, "digest=" + digest), blob);
        assertThat(put.status()).isEqualTo(201);
        assertThat(put.header("Location")).contains(digest);
        assertThat(client.head("blobs/" + digest).header("Content-Length")).isEqualTo("100000");
        Reply get = client.get("blobs/" + digest);
        assertThat(get.status()).isEqualTo(200);
        assertThat(get.body()).isEqualTo(blob);
        assertThat(get.header("Docker-Content-Digest")).isEqualTo(digest);
    }

    @Test
    void aBlobArrivesInChunksAndTheirOrderIsKept() {
        RegistryClient client = client();
        byte[] blob = random(30_000);
        String location = upload(client);
        Reply first = client.send("PATCH", location, Arrays.copyOf(blob, 10_000), "Content-Range", "0-9999");
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.header("Range")).isEqualTo("0-9999");
        Reply gap = client.send(
                "PATCH",
                first.header("Location"),
                Arrays.copyOfRange(blob, 20_000, 30_000),
                "Content-Range",
                "20000-29999");
        assertThat(gap.status()).isEqualTo(416);
        Reply status = client.get(first.header("Location"));
        assertThat(status.status()).isEqualTo(204);
        assertThat(status.header("Range")).isEqualTo("0-9999");
        Reply second = client.send(
                "PATCH",
                status.header("Location"),
                Arrays.copyOfRange(blob, 10_000, 20_000),
                "Content-Range",
                "10000-19999");
        assertThat(second.status()).isEqualTo(202);
        Reply put = client.send(
                "PUT",
                with(second.header("Location"), "digest=" + RegistryClient.digest(blob)),
                Arrays.copyOfRange(blob, 20_000, 30_000),
                "Content-Range",
                "20000-29999");
        assertThat(put.status()).isEqualTo(201);
        assertThat(client.get("blobs/" + RegistryClient.digest(blob)).body()).isEqualTo(blob);
    }

    @Test
    void aStreamedChunkNeedsNoRange() {
        RegistryClient client = client();
        byte[] blob = random(50_000);
        Reply patch = client.send("PATCH", upload(client), blob);
        assertThat(patch.status()).isEqualTo(202);
        Reply put = client.send(
                "PUT", with(patch.header("Location"), "digest=" + RegistryClient.digest(blob)), new byte[0]);
        assertThat(put.status()).isEqualTo(201);
        assertThat(client.get("blobs/" + RegistryClient.digest(blob)).body()).isEqualTo(blob);
    }

    @Test
    void aBlobWithAnotherDigestIsRefusedAndNotReadable() {
        RegistryClient client = client();
        byte[] blob = random(1_000);
        String other = RegistryClient.digest(random(1_000));
        Reply put = client.send("PUT", with(upload(client), "digest=" + other), blob);
        assertThat(put.status()).isEqualTo(400);
        assertThat(put.error()).isEqualTo("DIGEST_INVALID");
        assertThat(client.head("blobs/" + other).status()).isEqualTo(404);
        assertThat(client.head("blobs/" + RegistryClient.digest(blob)).status()).isEqualTo(404);
    }

    @Test
    void anEmptyBlobIsABlob() {
        RegistryClient client = client();
        String digest = RegistryClient.digest(new byte[0]);
        Reply put = client.send("PUT", with(upload(client), "digest=" + digest), new byte[0]);
        assertThat(put.status()).isEqualTo(201);
        assertThat(client.get("blobs/" + digest).body()).isEmpty();
    }

    @Test
    void partOfABlobIsRead() {
        RegistryClient client = client();
        byte[] blob = random(10_000);
        String digest = client.push(blob);
        Reply part = client.send("GET", "blobs/" + digest, new byte[0], "Range", "bytes=100-199");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(blob, 100, 200));
    }

    @Test
    void aCanceledUploadIsGone() {
        RegistryClient client = client();
        String location = upload(client);
        assertThat(client.delete(location).status()).isEqualTo(204);
        assertThat(client.get(location).status()).isEqualTo(404);
    }

    @Test
    void aManifestIsReadByTagAndByDigestAsItCame() {
        RegistryClient client = client();
        client.push(CONFIG);
        String image = RegistryClient.image(",\"annotations\":{\"b\":\"2\",\"a\":\"1\"},\"x-unknown\":[1, 2]", CONFIG);
        Reply put = client.putManifest("v1", image);
        assertThat(put.status()).isEqualTo(201);
        String digest = RegistryClient.digest(image);
        assertThat(put.header("Docker-Content-Digest")).isEqualTo(digest);
        for (String reference : new String[] {"v1", digest}) {
            Reply get = client.get("manifests/" + reference);
            assertThat(get.status()).as(reference).isEqualTo(200);
            assertThat(new String(get.body(), StandardCharsets.UTF_8)).isEqualTo(image);
            assertThat(get.header("Content-Type")).startsWith(RegistryClient.MANIFEST);
            assertThat(client.head("manifests/" + reference).header("Docker-Content-Digest"))
                    .isEqualTo(digest);
        }
        assertThat(client.head("manifests/other").status()).isEqualTo(404);
    }

    @Test
    void aManifestWithoutItsBlobsIsRefused() {
        RegistryClient client = client();
        Reply put = client.putManifest("v1", RegistryClient.image("", random(100)));
        assertThat(put.status()).isBetween(400, 404);
        assertThat(client.head("manifests/v1").status()).isEqualTo(404);
    }

    @Test
    void aManifestUnderAnotherDigestIsRefused() {
        RegistryClient client = client();
        client.push(CONFIG);
        Reply put = client.putManifest(RegistryClient.digest(random(10)), RegistryClient.image("", CONFIG));
        assertThat(put.status()).isEqualTo(400);
        assertThat(client.putManifest("sha256:baddigeststring", RegistryClient.image("", CONFIG))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void tagsAreListedInOrderAndInPages() {
        RegistryClient client = client();
        client.push(CONFIG);
        for (String tag : new String[] {"b", "C", "a", "d"}) {
            client.putManifest(tag, RegistryClient.image("", CONFIG));
        }
        assertThat(client.get("tags/list").json().path("tags").toString()).isEqualTo("[\"C\",\"a\",\"b\",\"d\"]");
        Reply page = client.get("tags/list?n=2");
        assertThat(page.json().path("tags").toString()).isEqualTo("[\"C\",\"a\"]");
        assertThat(page.header("Link")).contains("rel=\"next\"");
        assertThat(client.get("tags/list?n=2&last=a").json().path("tags").toString())
                .isEqualTo("[\"b\",\"d\"]");
    }

    @Test
    void whatIsDeletedIsGoneAtOnce() {
        RegistryClient client = client();
        String blob = client.push(random(100));
        client.push(CONFIG);
        String image = RegistryClient.image("", CONFIG);
        client.putManifest("one", image);
        client.putManifest("two", image);
        assertThat(client.delete("manifests/one").status()).isEqualTo(202);
        assertThat(client.head("manifests/one").status()).isEqualTo(404);
        assertThat(client.head("manifests/two").status()).isEqualTo(200);
        assertThat(client.delete("manifests/" + RegistryClient.digest(image)).status())
                .isEqualTo(202);
        assertThat(client.head("manifests/two").status()).isEqualTo(404);
        assertThat(client.delete("blobs/" + blob).status()).isEqualTo(202);
        assertThat(client.head("blobs/" + blob).status()).isEqualTo(404);
        assertThat(client.delete("blobs/" + blob).status()).isEqualTo(404);
    }

    @Test
    void referrersArePushedBeforeTheirSubjectAndFound() {
        RegistryClient client = client();
        client.push(CONFIG);
        String image = RegistryClient.image("", CONFIG);
        String subject = ",\"subject\":"
                + RegistryClient.descriptor(RegistryClient.MANIFEST, image.getBytes(StandardCharsets.UTF_8));
        String signature = RegistryClient.image(
                ",\"artifactType\":\"application/vnd.test.signature\",\"annotations\":{\"k\":\"v\"}" + subject, CONFIG);
        String sbom = RegistryClient.image(",\"artifactType\":\"application/vnd.test.sbom\"" + subject, CONFIG);
        Reply put = client.putManifest(RegistryClient.digest(signature), signature);
        assertThat(put.status()).isEqualTo(201);
        assertThat(put.header("OCI-Subject")).isEqualTo(RegistryClient.digest(image));
        client.putManifest(RegistryClient.digest(sbom), sbom);
        Reply all = client.get("referrers/" + RegistryClient.digest(image));
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.header("Content-Type")).startsWith(RegistryClient.INDEX);
        assertThat(all.json().path("manifests")).hasSize(2);
        Reply one = client.get(
                "referrers/" + RegistryClient.digest(image) + "?artifactType=application/vnd.test.signature");
        assertThat(one.json().path("manifests")).hasSize(1);
        assertThat(one.json()
                        .path("manifests")
                        .path(0)
                        .path("annotations")
                        .path("k")
                        .asString())
                .isEqualTo("v");
        assertThat(one.header("OCI-Filters-Applied")).isEqualTo("artifactType");
        Reply none = client.get("referrers/" + RegistryClient.digest(random(10)));
        assertThat(none.status()).isEqualTo(200);
        assertThat(none.json().path("manifests")).isEmpty();
    }

    @Test
    void aBlobMayBeAddressedBySha512() throws Exception {
        RegistryClient client = client();
        byte[] blob = random(5_000);
        String digest = "sha512:"
                + HexFormat.of()
                        .formatHex(java.security.MessageDigest.getInstance("SHA-512")
                                .digest(blob));
        Reply post = client.send("POST", "blobs/uploads/?digest-algorithm=sha512", new byte[0]);
        Reply patch = client.send("PATCH", post.header("Location"), blob);
        Reply put = client.send("PUT", with(patch.header("Location"), "digest=" + digest), new byte[0]);
        assertThat(put.status()).isEqualTo(201);
        assertThat(client.get("blobs/" + digest).body()).isEqualTo(blob);
    }

    @Test
    void anUnknownRepositoryAndABadNameAreRefused() {
        assertThat(client().at("no/such/repository").get("tags/list").status()).isIn(401, 403, 404);
        assertThat(client().at("UPPER").get("tags/list").status()).isIn(400, 404);
    }
}
