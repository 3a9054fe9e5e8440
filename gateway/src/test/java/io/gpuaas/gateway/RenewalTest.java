package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.tls.CertificateRequest;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose certificate is about to end. */
class RenewalTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    RenewalTest() {}

    @Test
    void aGatewayRenewsInTimeAndShowsTheNewCertificateToBothSidesWithoutStopping() throws Exception {
        try (FakeControlPlane controlPlane = new FakeControlPlane()) {
            // Issued a minute ago, so two thirds of its life are over now.
            controlPlane.validity = Duration.ofSeconds(25);
            try (Gateway gateway = start(controlPlane);
                    SSLSocket early = dial(controlPlane, gateway)) {
                X509Certificate first = shownTo(early);
                controlPlane.validity = Duration.ofHours(1);

                await().untilAsserted(() -> {
                    try (SSLSocket late = dial(controlPlane, gateway)) {
                        assertThat(shownTo(late).getSerialNumber()).isNotEqualTo(first.getSerialNumber());
                    }
                });
                await().untilAsserted(() -> assertThat(Objects.requireNonNull(controlPlane.lastSeen)
                                .getNotAfter()
                                .toInstant())
                        .isAfter(first.getNotAfter().toInstant()));
                assertThat(early.isConnected() && !early.isClosed())
                        .as("who came before stays connected")
                        .isTrue();
            }
        }
    }

    /** The control plane refuses renewals in the first half of a certificate's life. */
    @Test
    void aCertificateIsRenewedLongAfterTheFirstHalfOfItsLife() throws Exception {
        Instant from = Instant.parse("2026-01-01T00:00:00Z");
        Identity identity =
                new Identity(CertificateRequest.newKey(), "", "", from, from.plus(Duration.ofHours(24)), List.of());
        assertThat(identity.isDue(from.plus(Duration.ofHours(13)))).isFalse();
        assertThat(identity.isDue(from.plus(Duration.ofHours(15)))).isFalse();
        assertThat(identity.isDue(from.plus(Duration.ofHours(17)))).isTrue();
    }

    private static X509Certificate shownTo(SSLSocket node) throws Exception {
        return (X509Certificate) node.getSession().getPeerCertificates()[0];
    }

    private static SSLSocket dial(FakeControlPlane controlPlane, Gateway gateway) throws Exception {
        SSLSocket socket =
                (SSLSocket) controlPlane.node("node").getSocketFactory().createSocket("127.0.0.1", gateway.nodePort());
        socket.startHandshake();
        return socket;
    }

    private Gateway start(FakeControlPlane controlPlane) throws Exception {
        Gateway gateway = new Gateway(
                new Settings(
                        URI.create("https://127.0.0.1:" + controlPlane.port()),
                        Files.writeString(folder.resolve("secret"), controlPlane.secret()),
                        new Settings.Address("127.0.0.1", 0),
                        new Settings.Address("127.0.0.1", 0),
                        "ws://127.0.0.1:0",
                        "wss://127.0.0.1:0",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        new Settings.Times(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(60),
                                Duration.ofMillis(200),
                                Duration.ofMillis(200))),
                LogFiles.to(new PrintStream(PrintStream.nullOutputStream())));
        gateway.start();
        return gateway;
    }
}
