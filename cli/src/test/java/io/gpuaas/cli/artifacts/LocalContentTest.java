package io.gpuaas.cli.artifacts;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.sdk.ArtifactKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalContentTest {

    @TempDir
    Path layout;

    @Test
    void aManifestThatNamesItselfIsRefused() throws IOException {
        String digest = "0".repeat(64);
        store(digest, index(digest));
        Files.writeString(layout.resolve("index.json"), index(digest));
        assertThatThrownBy(() -> LocalContent.of(layout, ArtifactKind.OCI_IMAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has another digest");
    }

    @Test
    void aLongChainOfManifestsIsRefused() throws Exception {
        String json = "{\"manifests\":[]}";
        for (int i = 0; i < 150; i++) {
            json = index(store(digest(json), json));
        }
        Files.writeString(layout.resolve("index.json"), json);
        assertThatThrownBy(() -> LocalContent.of(layout, ArtifactKind.OCI_IMAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 100 manifests");
    }

    private String store(String digest, String json) throws IOException {
        Path blobs = Files.createDirectories(layout.resolve("blobs").resolve("sha256"));
        Files.writeString(blobs.resolve(digest), json);
        return digest;
    }

    private static String index(String digest) {
        return "{\"manifests\":[{\"mediaType\":\"application/vnd.oci.image.index.v1+json\",\"digest\":\"sha256:"
                + digest + "\",\"size\":1}]}";
    }

    private static String digest(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
