package io.gpuaas.controlplane.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real step-ca, on a free port, with a root and an intermediate made here. */
@Tag("full")
@Against("step-ca")
class StepAuthorityTest extends AuthorityContract {

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Process server;

    private static int port;

    @BeforeAll
    static void start() throws Exception {
        Path program = RealServers.require("step-ca");
        EmbeddedAuthority root = new EmbeddedAuthority(directory.resolve("root-and-key.pem"), Clock.systemUTC());
        Files.writeString(directory.resolve("root.pem"), Pem.write(List.of(root.root())));
        Files.writeString(
                directory.resolve("key.pem"),
                Pem.write("PRIVATE KEY", root.key().getEncoded()));
        ECKey provisioner =
                new ECKeyGenerator(Curve.P_256).keyIDFromThumbprint(true).generate();
        Files.writeString(directory.resolve("provisioner.json"), provisioner.toJSONString());
        port = FreePort.find();
        Path root2 = directory.resolve("root.pem");
        Files.writeString(directory.resolve("ca.json"), """
                {"root":"%s","crt":"%s","key":"%s","address":"127.0.0.1:%d","dnsNames":["127.0.0.1","localhost"],
                 "logger":{"format":"text"},
                 "authority":{"provisioners":[{"type":"JWK","name":"gpuaas","key":%s}]}}""".formatted(
                        root2,
                        root2,
                        directory.resolve("key.pem"),
                        port,
                        provisioner.toPublicJWK().toJSONString()));
        server = new ProcessBuilder(
                        program.toString(), directory.resolve("ca.json").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(StepAuthorityTest::answers);
        RealServers.report("step-ca", "real");
    }

    private static boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @AfterAll
    static void stop() {
        server.destroy();
    }

    private static StepAuthority.Settings settings(Path key) {
        return new StepAuthority.Settings("https://127.0.0.1:" + port, directory.resolve("root.pem"), "gpuaas", key);
    }

    @Override
    CertificateAuthority authority() {
        return new StepAuthority(settings(directory.resolve("provisioner.json")), Clock.systemUTC());
    }

    @Test
    void aKeyThatIsNotTheProvisionersIsRefused() throws Exception {
        Path other = directory.resolve("other.json");
        Files.writeString(
                other,
                new ECKeyGenerator(Curve.P_256)
                        .keyIDFromThumbprint(true)
                        .generate()
                        .toJSONString());
        StepAuthority stranger = new StepAuthority(settings(other), Clock.systemUTC());
        assertThatThrownBy(() -> stranger.issue(
                        CertificateRequest.of(KeyPairs.p256()),
                        new CertificateAuthority.Names("x", List.of("spiffe://gpuaas/node/x"), List.of())))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("answered 401");
        assertThat(server.isAlive()).isTrue();
    }
}
