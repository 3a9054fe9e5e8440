package io.gpuaas.bench.kills;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A control plane that is killed and started again; hosts find it at one port however often that is. */
public final class KilledServer {

    private final Start start;
    private final int nodePort;
    private volatile CompletableFuture<ControlPlaneProcess> process = new CompletableFuture<>();
    private volatile @Nullable Connected connected;

    private record Connected(ControlPlaneProcess process, GpuaasClient client) {}

    /** Starts the program that is killed, with its listener for hosts at the port given. */
    @FunctionalInterface
    public interface Start {
        ControlPlaneProcess at(int nodePort) throws Exception;
    }

    public KilledServer(Start start) throws IOException {
        this.start = start;
        this.nodePort = Launcher.freePort();
    }

    int nodePort() {
        return nodePort;
    }

    /** Goes on at once: agents are killed also while it is away. */
    public void start() {
        CompletableFuture<ControlPlaneProcess> starting = new CompletableFuture<>();
        process = starting;
        Thread.ofPlatform().daemon().name("start-server").start(() -> {
            try {
                starting.complete(start.at(nodePort));
            } catch (Exception e) {
                starting.completeExceptionally(e);
            }
        });
    }

    boolean isUp() {
        return process.isDone();
    }

    public ControlPlaneProcess awaitUp() {
        return process.join();
    }

    void killAndStart() throws Exception {
        awaitUp().kill();
        start();
    }

    /** Of whichever process serves now. */
    public GpuaasClient client() throws IOException {
        ControlPlaneProcess now = awaitUp();
        Connected known = connected;
        if (known == null || known.process() != now) {
            known = new Connected(
                    now, GpuaasClient.connect(URI.create("http://127.0.0.1:" + now.port()), now.firstLoginToken()));
            connected = known;
        }
        return known.client();
    }
}
