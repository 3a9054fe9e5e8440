package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The metrics of a gateway, and the dashboard that reads them. */
class GatewayMetricsTest extends RunningGateway {

    @Test
    void trafficIsCountedByRoleAndDirectionAndRefusalsByReason() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromReader = reader(reader);
        WebSocket fromNode = node(new End(), stream, "n1");
        fromReader.sendBinary(ByteBuffer.wrap(new byte[] {'k'}), true).join();
        await().until(() -> metrics().contains("to=\"node\"} 1\n"));
        fromNode.sendBinary(ByteBuffer.wrap(new byte[1_000]), true).join();
        await().until(() -> reader.bytes.get() == 1_000);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + TOKEN))
                .isEqualTo(403);
        assertThat(metrics())
                .containsPattern("gpuaas_gateway_streams\\{role=\"[a-z]+\"} 1\n")
                .containsPattern("gpuaas_gateway_bytes_total\\{role=\"[a-z]+\",to=\"reader\"} 1000\n")
                .contains("gpuaas_gateway_refused_total{door=\"reader\",reason=\"token\"} 1\n")
                .contains("gpuaas_gateway_meeting_seconds_count 1\n")
                .contains("gpuaas_gateway_echo_seconds_count 1\n")
                .doesNotContain(stream.toString());
        fromReader.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        await().untilAsserted(() -> assertThat(metrics())
                .containsPattern("gpuaas_gateway_streams\\{role=\"[a-z]+\"} 0\n")
                .contains("gpuaas_gateway_streams_ended_total{reason=\"reader_left\"} 1\n"));
    }

    @Test
    void aNodeThatWaitsForCreditIsCountedAsStalledThoughNothingWaitsHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        WebSocket fromNode = node(new End(), stream, "n1");
        End reader = new End();
        reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        fromNode.sendPong(ByteBuffer.allocate(0)).join();
        fromNode.sendPong(ByteBuffer.wrap("stalled".getBytes(StandardCharsets.US_ASCII)))
                .join();
        await().untilAsserted(() -> assertThat(metrics())
                .containsPattern("gpuaas_gateway_stalls_total\\{role=\"[a-z]+\",to=\"reader\"} 1\n"));
    }

    @Test
    void everySeriesAndLabelOfTheDashboardIsCountedHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        node(new End(), stream, "n1");
        reader(new End());
        refusal("/v1/streams", null, ReaderDoor.PROTOCOL);
        await().until(() -> metrics().contains("gpuaas_gateway_meeting_seconds_count 1\n"));
        String counted = metrics();
        Matcher queries = Pattern.compile("sum by \\(([a-z, ]+)\\) \\((?:rate\\()?(gpuaas_gateway_[a-z_]+)")
                .matcher(Files.readString(Path.of("../deploy/dashboards/terminals.json")));
        Set<String> shown = new TreeSet<>();
        while (queries.find()) {
            shown.add(queries.group(2));
            for (String label : queries.group(1).split(", ", -1)) {
                assertThat(counted).containsPattern("\n" + queries.group(2) + "\\{[^}]*\\b" + label + "=\"");
            }
        }
        assertThat(shown)
                .containsExactly(
                        "gpuaas_gateway_bytes_total",
                        "gpuaas_gateway_echo_seconds_bucket",
                        "gpuaas_gateway_meeting_seconds_bucket",
                        "gpuaas_gateway_refused_total",
                        "gpuaas_gateway_stalls_total",
                        "gpuaas_gateway_streams");
    }
}
