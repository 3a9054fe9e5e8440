package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The credentials here are put together at run time: as one piece the scan would rightly refuse this file. */
@Against("secretlint")
class SecretsScanTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    @BeforeAll
    static void tellTheVersion() throws IOException {
        Path file = Command.repository().resolve("tools/secrets/package.json");
        Matcher version = Pattern.compile("\"secretlint\": \"(.+?)\"").matcher(Files.readString(file));
        assertThat(version.find()).isTrue();
        RealServers.report("secretlint", version.group(1));
    }

    @Test
    void anAwsKeyIsFoundAndNotPrinted() throws IOException {
        String secret = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzQ8rT5uVwX";
        Path file = write("settings.env", "AWS_SECRET_ACCESS_KEY=" + secret + "\n");

        Command.Outcome outcome = scan(file);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).contains("settings.env").doesNotContain(secret);
    }

    @Test
    void aPrivateKeyIsFound() throws IOException {
        String body = "MIIEpAIBAAKCAQEA7bq98+9fQ2vJ".repeat(20);
        String marker = "PRIVATE KEY-----\n";
        Path file = write("server.pem", "-----BEGIN RSA " + marker + body + "\n-----END RSA " + marker);

        assertThat(scan(file).exitCode()).isEqualTo(1);
    }

    @Test
    void aFileWhoseNameLooksLikeAPatternIsReadToo() throws IOException {
        Path file = write("[id].env", "GITHUB_TOKEN=ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx\n");

        assertThat(scan(file).exitCode()).isEqualTo(1);
    }

    @Test
    void aCleanFilePasses() throws IOException {
        assertThat(scan(write("settings.env", "PORT=8080\n")).exitCode()).isZero();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Command.Outcome scan(Path file) {
        return Command.program(Command.repository().resolve("tools/secrets/scan"), file.toString())
                .run();
    }
}
