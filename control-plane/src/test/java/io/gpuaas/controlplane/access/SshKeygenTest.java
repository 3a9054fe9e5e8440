package io.gpuaas.controlplane.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.access.SshKeySamples.Wire;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys as the real ssh-keygen makes them, and what it says about them. */
@Against("ssh-keygen")
class SshKeygenTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Path binary = Path.of("set before each test");

    @BeforeEach
    void findProgram() throws IOException, InterruptedException {
        binary = RealServers.require("ssh-keygen");
        // ssh-keygen does not print its version; it comes with ssh, which does.
        Path ssh = RealServers.require("ssh");
        RealServers.report("ssh-keygen", run(ssh, "-V").split("[ ,]", 2)[0]);
    }

    private String run(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + ": " + output).isZero();
        return output.strip();
    }

    private String generate(String type, int bits, String comment) throws IOException, InterruptedException {
        run(binary, "-q", "-t", type, "-b", String.valueOf(bits), "-N", "", "-C", comment, "-f", "key");
        return Files.readString(folder.resolve("key.pub"));
    }

    /** The output of ssh-keygen for a line: bits, fingerprint, comment and kind. */
    private String describe(String line) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("described.pub"), line + "\n");
        return run(binary, "-l", "-f", "described.pub");
    }

    private void agreesAbout(String line, String kind) throws IOException, InterruptedException {
        SshPublicKey key = SshPublicKey.parse(line);
        String comment = key.comment().isEmpty() ? "no comment" : key.comment();
        assertThat(key.bits() + " " + key.fingerprint() + " " + comment + " (" + kind + ")")
                .isEqualTo(describe(line.strip()));
        assertThat(line).startsWith(key.line());
    }

    @ParameterizedTest
    @CsvSource({
        "ed25519, 256, ED25519",
        "ecdsa, 256, ECDSA",
        "ecdsa, 384, ECDSA",
        "ecdsa, 521, ECDSA",
        "rsa, 3072, RSA",
        "rsa, 4096, RSA"
    })
    void aNewKeyIsReadAsSshKeygenReadsIt(String type, int bits, String kind) throws Exception {
        agreesAbout(generate(type, bits, "ann@laptop of mine"), kind);
    }

    @Test
    void aKeyWithoutCommentIsReadToo() throws Exception {
        agreesAbout(generate("ed25519", 256, ""), "ED25519");
    }

    /** ssh-keygen makes these only with a security key at hand; it reads ours. */
    @Test
    void keysOfSecurityKeysAreReadAsSshKeygenReadsThem() throws Exception {
        String ed25519 = "sk-ssh-ed25519@openssh.com";
        agreesAbout(
                SshKeySamples.line(
                                ed25519,
                                new Wire()
                                        .text(ed25519)
                                        .field(SshKeySamples.ed25519Point())
                                        .text("ssh:"))
                        + " yubi",
                "ED25519-SK");
        String ecdsa = "sk-ecdsa-sha2-nistp256@openssh.com";
        byte[] generator = HexFormat.of()
                .parseHex("046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
        agreesAbout(
                SshKeySamples.line(
                                ecdsa,
                                new Wire()
                                        .text(ecdsa)
                                        .text("nistp256")
                                        .field(generator)
                                        .text("ssh:work"))
                        + " yubi",
                "ECDSA-SK");
    }

    @ParameterizedTest
    @CsvSource({"dsa, 1024, DSA keys are weak", "rsa, 1024, this one has 1024", "rsa, 2048, this one has 2048"})
    void weakKeysAreRefused(String type, int bits, String reason) throws Exception {
        String line = generate(type, bits, "weak");
        assertThatThrownBy(() -> SshPublicKey.parse(line)).hasMessageContaining(reason);
    }

    @Test
    void certificatesAreRefused() throws Exception {
        generate("ed25519", 256, "user");
        run(binary, "-q", "-t", "ed25519", "-N", "", "-f", "authority");
        run(binary, "-q", "-s", "authority", "-I", "identity", "-n", "ann", "key.pub");
        String certificate = Files.readString(folder.resolve("key-cert.pub"));
        assertThatThrownBy(() -> SshPublicKey.parse(certificate)).hasMessageContaining("certificate");
    }

    @ParameterizedTest
    @CsvSource({"RFC4716", "PEM", "PKCS8"})
    void privateKeysOfEveryFormatAreCalledSo(String format) throws Exception {
        run(binary, "-q", "-t", "ecdsa", "-m", format, "-N", "", "-f", "key");
        String pasted = Files.readString(folder.resolve("key"));
        assertThatThrownBy(() -> SshPublicKey.parse(pasted)).hasMessageStartingWith("This is a private key");
        String onOneLine = pasted.replace("\n", " ");
        assertThatThrownBy(() -> SshPublicKey.parse(onOneLine)).hasMessageStartingWith("This is a private key");
        String withoutArmour =
                pasted.lines().filter(line -> !line.startsWith("-----")).reduce("", String::concat);
        assertThatThrownBy(() -> SshPublicKey.parse(withoutArmour))
                .satisfies(problem -> assertThat(problem.getMessage()).doesNotContain(withoutArmour.substring(0, 20)));
    }

    @ParameterizedTest
    @CsvSource({"RFC4716", "PEM", "PKCS8"})
    void otherFormatsOfPublicKeysAreRefusedWithTheWayOut(String format) throws Exception {
        generate("ecdsa", 256, "user");
        String exported = run(binary, "-e", "-m", format, "-f", "key.pub");
        assertThatThrownBy(() -> SshPublicKey.parse(exported)).hasMessageContaining("ssh-keygen -i");
    }
}
