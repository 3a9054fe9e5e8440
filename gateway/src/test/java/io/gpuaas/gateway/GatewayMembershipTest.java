package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway joins, renews its certificate and survives outages of the control plane. */
class GatewayMembershipTest extends RunningGateway {

    @Test
    void aGatewayWhoseCertificateCountsNoMoreJoinsAgainAndItsStreamsGoOn() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromReader = reader(reader);
        node(node, stream, "n1");
        await().until(() -> !reader.texts.isEmpty());
        controlPlane.knowsCertificate = false;
        await().until(() -> controlPlane.enrollments.get() == 2);
        await().until(() -> logged().contains("rejoined the control plane"));
        fromReader.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
        await().until(() -> node.bytes.get() == 10);
        controlPlane.close.add(stream);
        assertThat(reader.closed.get(60, TimeUnit.SECONDS))
                .as("it hears again what must end")
                .isEqualTo(4403);
        assertThat(logged()).doesNotContain("could not reach");
    }

    @Test
    void aRevokedGatewayEndsItsStreamsAndComesBackWhenItIsWantedAgain() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        reader(reader);
        node(node, stream, "n1");
        controlPlane.knowsSecret = false;
        controlPlane.knowsCertificate = false;
        assertThat(reader.closed.get(60, TimeUnit.SECONDS)).isEqualTo(4403);
        assertThat(node.closed.get(60, TimeUnit.SECONDS)).isEqualTo(4403);
        assertThat(logged()).contains("ended its streams").doesNotContain("could not reach");
        controlPlane.knowsSecret = true;
        await().until(() -> controlPlane.enrollments.get() == 2);
        controlPlane.stream(TOKEN, "n1");
        reader(new End());
    }

    @Test
    void anOutageIsNoRefusal() throws Exception {
        controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        await().until(() -> !gateway.streams().ids().isEmpty());
        controlPlane.close();
        await().until(() -> logged().contains("could not reach the control plane"));
        assertThat(reader.closed).isNotDone();
        assertThat(controlPlane.enrollments).hasValue(1);
    }

    @Test
    void onlyAPortIsReplacedByTheOneThatWasFree() {
        assertThat(Gateway.withPort("wss://[2001:0db8::1]:8448", 9)).isEqualTo("wss://[2001:0db8::1]:8448");
        assertThat(Gateway.withPort("wss://[2001:0db8::0]:0", 9)).isEqualTo("wss://[2001:0db8::0]:9");
        assertThat(Gateway.withPort("ws://127.0.0.1:0/streams", 9)).isEqualTo("ws://127.0.0.1:9/streams");
        assertThat(Gateway.withPort("wss://gateway.example.com:08", 9)).isEqualTo("wss://gateway.example.com:08");
    }
}
