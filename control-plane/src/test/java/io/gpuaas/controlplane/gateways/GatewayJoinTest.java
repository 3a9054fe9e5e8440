package io.gpuaas.controlplane.gateways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The use of a stolen gateway secret, and the effects of a gateway's own reports. */
@Against("PostgreSQL")
class GatewayJoinTest {

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of());
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static TestGateway.Reply sync(TestGateway gateway, String publicUrl, String nodeUrl) {
        return gateway.post(
                "sync",
                TestGateway.JSON.writeValueAsString(
                        Map.of("public_url", publicUrl, "node_url", nodeUrl, "streams", List.of())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wss://evil.example.com",
                "wss://localhost.evil.example.com",
                "wss://localhost@evil.example.com",
                "wss://[",
                "wss://",
                "wss://localhost:99999",
                "wss://localhost:1?to=evil.example.com",
                "wss://localhost:1#x",
                "wss://localhost;script-src",
                "wss://localhost *",
                "wss:localhost",
            })
    void anAddressThatIsNotAtItsHostNamesIsRefused(String url) throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        assertThat(sync(gateway, url, "wss://localhost:2").status()).isEqualTo(400);
        assertThat(sync(gateway, "wss://localhost:1", url).status()).isEqualTo(400);
        assertThat(plane.bean(GatewayAddresses.class).list())
                .allMatch(address -> address.toLowerCase(java.util.Locale.ROOT).contains("//localhost:"));
        assertThat(sync(gateway, "wss://LOCALHOST:1", "wss://localhost:2").status())
                .isEqualTo(200);
    }

    @Test
    void withoutEncryptionAGatewayIsReachedOnItsOwnMachineAlone() {
        List<String> hosts = List.of("gateway.example.com", "localhost", "127.0.0.1", "::1", "10.0.0.1");
        for (String url : List.of("ws://gateway.example.com", "ws://10.0.0.1:8447", "ws://GATEWAY.example.com")) {
            assertThatThrownBy(() -> GatewayAddress.require("/public_url", url, hosts))
                    .as(url)
                    .isInstanceOf(ProblemException.class);
        }
        for (String url : List.of(
                "wss://gateway.example.com",
                "ws://localhost:1",
                "ws://127.0.0.1:1",
                "ws://[::1]:1",
                "wss://10.0.0.1")) {
            assertThat(GatewayAddress.require("/public_url", url, hosts)).isEqualTo(url);
        }
        assertThat(GatewayAddress.parse("ws://gateway.example.com"))
                .as("from before")
                .isEmpty();
    }

    @Test
    void anAddressFromBeforeThatIsNoneBreaksNoPage() throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        plane.database().execute("UPDATE gateways.gateway SET public_url = 'wss://[' WHERE id = '" + gateway.id + "'");
        GatewayAddresses addresses =
                new GatewayAddresses(plane.bean(GatewayStore.class), plane.bean(java.time.Clock.class));
        assertThat(addresses.list()).doesNotContain("wss://[");
    }

    @Test
    void aSecondOneWithTheSecretIsKeptOutWhileTheFirstIsThere() throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        TestGateway thief = TestGateway.copyOf(plane, gateway);
        TestGateway.Reply refused = thief.enroll(thief.secret);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("gateway_already_connected");
        assertThat(gateway.sync().status()).isEqualTo(200);
    }

    @Test
    void aGatewayThatWasStartedAgainIsLetInOnceItsFormerSelfIsSilentAndThatOneIsShutOut() throws Exception {
        TestGateway former = TestGateway.connected(plane);
        plane.database()
                .execute("UPDATE gateways.gateway SET heard_at = heard_at - interval '16 s',"
                        + " enrolled_at = enrolled_at - interval '16 s' WHERE id = '" + former.id + "'");
        TestGateway again = TestGateway.copyOf(plane, former);
        assertThat(again.enroll(again.secret).status()).isEqualTo(200);
        assertThat(again.sync().status()).isEqualTo(200);
        assertThat(former.sync().code()).as("a copy of the former certificate").isEqualTo("gateway_refused");
        assertThat(former.enroll(former.secret).code()).isEqualTo("gateway_already_connected");
    }

    @Test
    void aCertificateIsRenewedInTheSecondHalfOfItsLifeAlone() throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        TestGateway thief = TestGateway.copyOf(plane, gateway);
        assertThat(gateway.renewInto(thief).code()).isEqualTo("certificate_renewal_early");
        assertThat(gateway.sync().status()).isEqualTo(200);
        gateway.growOld(plane);
        assertThat(gateway.renewInto(gateway).status()).isEqualTo(200);
        assertThat(gateway.sync().status()).isEqualTo(200);
        assertThat(gateway.renewInto(thief).code()).as("a new one").isEqualTo("certificate_renewal_early");
    }

    @Test
    void aGatewayIsGivenFewCertificatesAnHour() throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        gateway.growOld(plane);
        TestGateway other = TestGateway.copyOf(plane, gateway);
        int given = 0;
        TestGateway.Reply last = gateway.renewInto(other);
        while (last.status() == 200 && given < 20) {
            given++;
            last = gateway.renewInto(other);
        }
        assertThat(last.code()).isEqualTo("rate_limited");
        assertThat(given).isEqualTo(10);
        assertThat(gateway.sync().status()).isEqualTo(200);
    }

    @Test
    void wrongSecretsAreThrottledBeforeADatabaseQuery() throws Exception {
        try (TestControlPlane own = TestControlPlane.start(Map.of("gpuaas.nodes.joins-per-minute-max", "20"))) {
            TestGateway gateway = TestGateway.create(own);
            String junk = "gpg1." + gateway.id + ".junk.junk";
            TestGateway.Reply last = gateway.enroll(junk);
            for (int i = 0; i < 60 && last.code().equals("gateway_refused"); i++) {
                last = gateway.enroll(junk);
            }
            assertThat(last.code()).isEqualTo("rate_limited");
            assertThat(last.status()).isEqualTo(429);
        }
    }

    @Test
    void aRenewalWhoseAnswerWasLostLeavesTheOldCertificateGoodUntilTheNewOneIsSeen() throws Exception {
        TestGateway gateway = TestGateway.connected(plane);
        gateway.growOld(plane);
        TestGateway lost = TestGateway.copyOf(plane, gateway);
        assertThat(gateway.renewInto(lost).status()).isEqualTo(200);
        assertThat(gateway.sync().status()).isEqualTo(200);
        TestGateway renewed = TestGateway.copyOf(plane, gateway);
        assertThat(gateway.renewInto(renewed).status()).isEqualTo(200);
        assertThat(renewed.sync().status()).isEqualTo(200);
        assertThat(gateway.sync().code()).isEqualTo("gateway_refused");
        assertThat(lost.sync().code()).isEqualTo("gateway_refused");
    }
}
