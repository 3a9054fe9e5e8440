package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Progress;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Part;
import io.gpuaas.sdk.TerminalClient.Size;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Our terminal: client, TLS, gateway, TLS, agent, shell. */
final class OurPeer implements TerminalPeer {

    private final TerminalClient terminal;
    private final HttpClient http;
    private final long gateway;

    private OurPeer(TerminalClient terminal, HttpClient http, long gateway) {
        this.terminal = terminal;
        this.http = http;
        this.gateway = gateway;
    }

    record Place(GpuaasClient client, ProjectId project, AllocationId allocation, GatewayProcess gateway) {}

    static OurPeer start(Place place, TerminalMeter meter) {
        HttpClient http =
                HttpClient.newBuilder().sslContext(place.gateway().trust()).build();
        TerminalClient terminal = new TerminalClient(http, new Size(80, 24), new TerminalClient.Display() {
            @Override
            public void show(ByteBuffer bytes) {
                meter.take(bytes);
            }

            @Override
            public void tell(String notice) {
                Progress.say(notice);
            }
        });
        var access = place.client().terminals().openTerminal(place.project(), place.allocation());
        Thread.ofPlatform().daemon().name("our-terminal").start(() -> {
            try {
                Progress.say("our terminal ended: " + terminal.carry(access, Part.WRITE));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return new OurPeer(terminal, http, place.gateway().pid());
    }

    @Override
    public String name() {
        return "ours";
    }

    @Override
    public void type(byte[] keys) throws InterruptedException {
        terminal.type(keys);
    }

    @Override
    public Optional<Long> server() {
        return Optional.of(gateway);
    }

    @Override
    public void close() {
        terminal.close();
        http.shutdownNow();
    }
}
