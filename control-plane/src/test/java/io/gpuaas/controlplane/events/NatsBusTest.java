package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.events.ForceReleaseRequested;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.testkit.Against;
import io.nats.client.Nats;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Against({"nats-server", "PostgreSQL"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NatsBusTest extends BusContract {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final List<EventBus> open = new ArrayList<>();
    private @org.jspecify.annotations.Nullable NatsServer server;

    @BeforeAll
    void start() throws IOException {
        server = new NatsServer();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void closeBuses() {
        open.forEach(EventBus::close);
        open.clear();
    }

    private String url() {
        return java.util.Objects.requireNonNull(server).url();
    }

    @Override
    void publishAsOlderRelease(String stream, String type, String aggregate, long sequence) throws Exception {
        Headers headers = new Headers();
        headers.add("Nats-Msg-Id", UUID.randomUUID().toString());
        headers.add("Gpuaas-Event-Type", type);
        headers.add("Gpuaas-Aggregate", aggregate);
        headers.add("Gpuaas-Sequence", Long.toString(sequence));
        try (var connection = Nats.connect(url())) {
            connection
                    .jetStream()
                    .publish(
                            stream + "." + Event.partitionOf(aggregate) + "." + type,
                            headers,
                            envelope(type, sequence).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Its type was named after the stream PROVISIONING; the package billing publishes it on BILLING. */
    @Test
    void anEventThatChangedItsStreamIsStillReadFromTheFormerOne() throws Exception {
        EventBus bus = bus();
        publishAsOlderRelease("PROVISIONING", "provisioning.force_release_requested", "forced_release:1", 1);
        ConcurrentLinkedQueue<Event> received = new ConcurrentLinkedQueue<>();
        try (EventBus.Subscription subscription =
                bus.subscribe("c" + UUID.randomUUID(), Set.of(ForceReleaseRequested.TYPE), received::add)) {
            await().until(() -> received.size() == 1);
        }
        assertThat(received).extracting(Event::type).containsExactly(ForceReleaseRequested.TYPE);
    }

    @Test
    void anEventThatNoStreamCarriesIsRefusedAndHoldsUpItsAggregateOnly() throws Exception {
        EventBus bus = bus();
        Event unknown = new Event(UUID.randomUUID(), "unheard.of", "tenant:1", 1, "{}");
        Event behind = new Event(UUID.randomUUID(), TenantCreated.TYPE, "tenant:1", 2, "{}");
        Event other = new Event(UUID.randomUUID(), TenantCreated.TYPE, "tenant:2", 1, "{}");
        assertThat(bus.publish(List.of(unknown, behind, other)))
                .containsExactly(Map.entry(unknown.id(), "no stream carries unheard.of"));
    }

    @Override
    EventBus bus() {
        return bus(url());
    }

    private EventBus bus(String url) {
        GpuaasProperties.Bus settings = new GpuaasProperties.Bus(
                GpuaasProperties.Bus.Kind.NATS, url, Duration.ofSeconds(10), 1000, Duration.ofDays(1));
        try {
            EventBus bus = new NatsBus(settings, plane.bean(ConsumerCursors.class));
            open.add(bus);
            return bus;
        } catch (IOException | io.nats.client.JetStreamApiException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theStreamsAreThere() throws Exception {
        bus();
        try (var connection = Nats.connect(url())) {
            assertThat(connection.jetStreamManagement().getStreamNames())
                    .contains("PROVISIONING", "BILLING", "PAYMENTS", "APPS", "DLQ", "PLATFORM");
        }
    }

    @Test
    void whileTheServerIsAwayNobodyKnowsHowFarConsumersAre() throws Exception {
        EventBus bus;
        try (NatsServer other = new NatsServer()) {
            bus = bus(other.url());
        }
        await().until(() -> !bus.reachable());
        assertThatThrownBy(() -> bus.behind("c", Set.of(TenantCreated.TYPE)))
                .isInstanceOf(EventBus.BusUnavailableException.class);
    }

    /** The whole way on NATS: request, outbox, relay, stream, consumer. */
    @Test
    void aControlPlaneOnNatsPublishesAndConsumes() {
        try (TestControlPlane onNats = TestControlPlane.start(
                Map.of("gpuaas.bus.kind", "nats", "gpuaas.bus.nats-url", url()), RecordingConsumer.class)) {
            ApiClient admin = onNats.admin();
            List<String> tenants = List.of(admin.createTenant(), admin.createTenant());
            RecordingConsumer consumer = onNats.bean(RecordingConsumer.class);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(consumer.aggregateIds()).containsAll(tenants));
            assertThat(admin.get("/readyz").text("status")).isEqualTo("ready");
            await().untilAsserted(() -> assertThat(admin.get("/api/v1/event-backlog")
                            .json()
                            .path("consumers")
                            .valueStream()
                            .filter(one -> one.path("consumer").asString().equals("recording"))
                            .map(one -> one.at("/waiting/count").asInt()))
                    .containsExactly(0));
        }
    }
}
