package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.sdk.CreateGateway;
import io.gpuaas.sdk.Gateway;
import io.gpuaas.sdk.GatewayState;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.NewGateway;
import io.gpuaas.sdk.PageRequest;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A gateway where readers' TLS ends too, so that bytes pass two such hops. */
final class GatewayProcess implements AutoCloseable {

    private final Process process;
    private final SSLContext trust;

    private GatewayProcess(Process process, SSLContext trust) {
        this.process = process;
        this.trust = trust;
    }

    static GatewayProcess start(Workspace workspace, RunningProduct product, GpuaasClient client) throws Exception {
        Path folder = Files.createDirectories(workspace.directory().resolve("gateway"));
        Path certificate = folder.resolve("tls.crt");
        Path key = folder.resolve("tls.key");
        SshServer.run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "1",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
                "-keyout",
                key.toString(),
                "-out",
                certificate.toString());
        for (Gateway local :
                client.gateways().listGateways(PageRequest.ofSize(10)).items()) {
            client.gateways().revokeGateway(local.id());
        }
        NewGateway made =
                client.gateways().createGateway(new CreateGateway("bench", List.of("localhost", "127.0.0.1")));
        Path secret = Files.writeString(folder.resolve("secret"), Objects.requireNonNull(made.secret()));
        int readers = ControlPlaneProcess.Launcher.freePort();
        int nodes = ControlPlaneProcess.Launcher.freePort();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xms16m",
                        "-Xmx96m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-jar",
                        workspace
                                .installation()
                                .root()
                                .resolve("gateway/target/gpuaas-gateway.jar")
                                .toString(),
                        "--control-plane",
                        "https://127.0.0.1:" + product.gatewayApiPort(),
                        "--secret-file",
                        secret.toString(),
                        "--listen",
                        "127.0.0.1:" + readers,
                        "--node-listen",
                        "127.0.0.1:" + nodes,
                        "--tls-certificate",
                        certificate.toString(),
                        "--tls-key",
                        key.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        GatewayProcess gateway = workspace.keep(new GatewayProcess(process, trust(certificate)));
        Waiting.until(
                "the gateway",
                Duration.ofMinutes(1),
                Duration.ofMillis(200),
                () -> client.gateways().listGateways(PageRequest.ofSize(10)).items().stream()
                        .anyMatch(one -> one.state() == GatewayState.CONNECTED));
        return gateway;
    }

    private static SSLContext trust(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "gateway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    SSLContext trust() {
        return trust;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
