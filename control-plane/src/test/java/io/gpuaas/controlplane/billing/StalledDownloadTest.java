package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Readers that ask for an export and then do not read it. */
@Against("PostgreSQL")
class StalledDownloadTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Far more than the buffers of two sockets hold. */
    private static final int APPS = 40_000;

    private static final int ROW_LENGTH_LEAST = 250;

    private final YearMonth month = YearMonth.now(ZoneOffset.UTC);

    private static String big(TestControlPlane plane) {
        String tenant = plane.admin().createTenant();
        String measure = "stalled-" + UUID.randomUUID();
        plane.database().execute("""
                INSERT INTO billing.measure (name, title, unit, quantity_max, created_by, created_at)
                VALUES ('%1$s', 'Stalled', 'token', 1000, 'test', now());
                INSERT INTO billing.measure_price (id, measure, nanos, per, currency, effective_from, added_by, added_at)
                VALUES (gen_random_uuid(), '%1$s', 0, 1, 'USD', now() - interval '40 days', 'test', now());
                INSERT INTO billing.usage_record (id, project_id, producer, record_id, tenant_id, app_instance, measure, quantity,
                    starts_at, ends_at, price_id, price_nanos, price_per, currency, amount_nanos, reported_by, reported_at)
                SELECT gen_random_uuid(), '%2$s', 'test', i, '%3$s', 'app-' || i, '%1$s', 1,
                    date_trunc('month', now()) + interval '1 hour', date_trunc('month', now()) + interval '2 hours',
                    (SELECT id FROM billing.measure_price WHERE measure = '%1$s'), 0, 1, 'USD', 0, 'test', now()
                FROM generate_series(1, %4$d) AS i""".formatted(measure, UUID.randomUUID(), tenant, APPS));
        return tenant;
    }

    private static void allow(ApiClient admin, String tenant, int downloads) {
        Reply set = admin.put(
                "/api/v1/tenants/" + tenant + "/policies/downloads.at_once_max", "{\"value\":\"" + downloads + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    private String path(String tenant) {
        return "/api/v1/tenants/" + tenant + "/focus-export?month=" + month;
    }

    /** Gets the beginning of the answer and reads no further. */
    private Socket stall(TestControlPlane plane, String path) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), plane.port()));
        socket.setSoTimeout((int) PATIENCE.toMillis());
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + plane.principals().platformAdmin() + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        byte[] status = socket.getInputStream().readNBytes(12);
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
        return socket;
    }

    @Test
    void aReaderThatDoesNotReadHoldsNoConnectionOfTheDatabaseAndOnlyPlacesOfItsTenant() throws Exception {
        try (TestControlPlane plane = TestControlPlane.start(Map.of("gpuaas.roles", "api"))) {
            ApiClient admin = plane.admin();
            String tenant = big(plane);
            String other = admin.createTenant();
            allow(admin, tenant, 2);
            HikariDataSource pool = plane.bean(HikariDataSource.class);
            try (Socket one = stall(plane, path(tenant));
                    Socket two = stall(plane, path(tenant))) {
                await().atMost(PATIENCE).until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
                Reply refused = admin.get(path(tenant));
                assertThat(refused.status()).as(refused.body()).isEqualTo(409);
                assertThat(refused.text("code")).isEqualTo("too_many");
                assertThat(admin.get(path(other)).status()).isEqualTo(200);
                assertThat(one.isConnected() && two.isConnected()).isTrue();
            }
            await().atMost(PATIENCE).until(() -> open(plane) == 0);
        }
    }

    private static double open(TestControlPlane plane) {
        return plane.bean(MeterRegistry.class)
                .get("gpuaas_downloads_open")
                .gauge()
                .value();
    }

    @Test
    void aReaderThatDoesNotReadIsCutOff() throws Exception {
        try (TestControlPlane plane =
                TestControlPlane.start(Map.of("gpuaas.roles", "api", "gpuaas.server.stall-timeout", "1s"))) {
            String tenant = big(plane);
            try (Socket stalled = stall(plane, path(tenant))) {
                await().atMost(PATIENCE).until(() -> open(plane) == 0);
                assertThat(rest(stalled))
                        .as("bytes that came although nobody read")
                        .isLessThan((long) APPS * ROW_LENGTH_LEAST);
            }
        }
    }

    private static long rest(Socket socket) throws IOException {
        long count = 0;
        try {
            byte[] buffer = new byte[8_192];
            int read = socket.getInputStream().read(buffer);
            while (read >= 0) {
                count += read;
                read = socket.getInputStream().read(buffer);
            }
        } catch (SocketException e) {
            // A reset is as good as an end.
        }
        return count;
    }
}
