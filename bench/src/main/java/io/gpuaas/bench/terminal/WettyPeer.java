package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** wetty from npm, spoken to as its page does: Socket.IO on a WebSocket, with its acknowledgements. */
final class WettyPeer implements TerminalPeer {

    private static final String VERSION = "3.2.0";
    private static final int ACKNOWLEDGED_AT = 262_144;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process server;
    private final Wire wire;

    private WettyPeer(Process server, Wire wire) {
        this.server = server;
        this.wire = wire;
    }

    private static Path folder(Workspace workspace) {
        return workspace.installation().root().resolve("bench/target/wetty-" + VERSION);
    }

    /** Why it cannot be had on this machine; nothing when it can. Its pseudo terminals are compiled while installing. */
    static Optional<String> install(Workspace workspace) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(folder(workspace));
        try {
            if (!Files.exists(folder.resolve("node_modules/wetty/package.json"))) {
                SshServer.run(
                        "npm", "install", "--no-audit", "--no-fund", "--prefix", folder.toString(), "wetty@" + VERSION);
            }
            SshServer.run("node", "-e", "require('" + folder.resolve("node_modules/node-pty") + "')");
            return Optional.empty();
        } catch (IOException | IllegalStateException e) {
            return Optional.of(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("npm failed"));
        }
    }

    static WettyPeer start(Workspace workspace, TerminalMeter meter) throws Exception {
        Path folder = folder(workspace);
        int port = ControlPlaneProcess.Launcher.freePort();
        Process server = new ProcessBuilder(
                        "node",
                        folder.resolve("node_modules/.bin/wetty").toString(),
                        "--port",
                        String.valueOf(port),
                        "--host",
                        "127.0.0.1",
                        "--base",
                        "/w",
                        "--command",
                        "bash --norc")
                .redirectErrorStream(true)
                .redirectOutput(workspace.directory().resolve("wetty.log").toFile())
                .start();
        URI address = URI.create("ws://127.0.0.1:" + port + "/w/socket.io/?EIO=4&transport=websocket");
        Wire[] wire = new Wire[1];
        Waiting.until("wetty", Duration.ofSeconds(30), Duration.ofMillis(200), () -> {
            try {
                Wire fresh = new Wire(meter);
                fresh.socket = HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .header("Origin", "http://127.0.0.1:" + port)
                        .buildAsync(address, fresh)
                        .join();
                wire[0] = fresh;
                return true;
            } catch (RuntimeException e) {
                return false;
            }
        });
        // Wetty closes the connection when input arrives before its shell runs.
        Waiting.until("wetty's shell", Duration.ofSeconds(30), Duration.ofMillis(20), wire[0].isUp::isDone);
        return new WettyPeer(server, wire[0]);
    }

    private static final class Wire implements WebSocket.Listener {

        private final TerminalMeter meter;
        private final StringBuilder message = new StringBuilder();
        private final CompletableFuture<Void> isUp = new CompletableFuture<>();
        private CompletableFuture<?> sending = CompletableFuture.completedFuture(null);
        private @Nullable WebSocket socket;
        private int unacknowledged;

        Wire(TerminalMeter meter) {
            this.meter = meter;
        }

        synchronized void send(WebSocket to, String text) {
            sending = sending.isDone() ? to.sendText(text, true) : sending.thenCompose(done -> to.sendText(text, true));
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                hear(from, message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void hear(WebSocket from, String text) {
            if (text.startsWith("0")) {
                send(from, "40");
            } else if (text.equals("2")) {
                send(from, "3");
            } else if (text.startsWith("42")) {
                JsonNode event = JSON.readTree(text.substring(2));
                if (event.path(0).asString("").equals("login")) {
                    isUp.complete(null);
                } else if (event.path(0).asString("").equals("data")) {
                    String shown = event.path(1).asString("");
                    meter.take(shown);
                    acknowledge(from, shown.length());
                }
            }
        }

        private void acknowledge(WebSocket to, int count) {
            unacknowledged += count;
            if (unacknowledged >= ACKNOWLEDGED_AT) {
                unacknowledged -= ACKNOWLEDGED_AT;
                send(to, "42[\"commit\"," + ACKNOWLEDGED_AT + "]");
            }
        }
    }

    @Override
    public String name() {
        return "wetty";
    }

    @Override
    public void type(byte[] keys) throws IOException {
        WebSocket open = wire.socket;
        if (open == null) {
            throw new IOException("wetty is not connected");
        }
        wire.send(open, "42[\"input\"," + JSON.writeValueAsString(new String(keys, StandardCharsets.UTF_8)) + "]");
    }

    @Override
    public Optional<Long> server() {
        return Optional.of(server.pid());
    }

    @Override
    public void close() {
        WebSocket open = wire.socket;
        if (open != null) {
            open.abort();
        }
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly();
    }
}
