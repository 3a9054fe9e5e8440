package io.gpuaas.cli.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublisherKeysTest {

    @TempDir
    Path folder;

    @Test
    void aGeneratedPairSignsIsPrivateAndIsNeverOverwritten() throws Exception {
        Shell shell = new Shell(folder);
        assertThat(shell.type("publishers keys generate release"))
                .as(shell.said())
                .isZero();
        Path pem = folder.resolve("release.pem");
        assertThat(Files.getPosixFilePermissions(pem)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        byte[] message = "message".getBytes(UTF_8);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initVerify(publicKey(Files.readString(folder.resolve("release.pub"))));
        signature.update(message);
        assertThat(signature.verify(SigningKeyFile.parse(Files.readString(pem)).sign(message)))
                .isTrue();

        String before = Files.readString(pem);
        assertThat(shell.type("publishers keys generate release")).isEqualTo(2);
        Files.delete(pem);
        assertThat(shell.type("publishers keys generate release"))
                .as("the public key exists")
                .isEqualTo(2);
        assertThat(pem).doesNotExist();
        assertThat(before).startsWith("-----BEGIN PRIVATE KEY-----\n");
    }

    @Test
    void signingWithThePublicKeySaysSo() {
        assertThatThrownBy(() -> SigningKeyFile.parse("-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Sign with the private key");
    }

    private static PublicKey publicKey(String pem) throws Exception {
        String text = pem.replaceAll("-----[A-Z ]+-----", "").replace("\n", "");
        return KeyFactory.getInstance("EC")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(text)));
    }
}
