package io.gpuaas.controlplane;

import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real browser without a window, driven through its own debugging protocol. */
public final class Chromium implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();

    public Chromium() throws IOException {
        Path binary = RealServers.require("chromium");
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "chromium");
        this.process = new ProcessBuilder(
                        binary.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--window-size=1000,800",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile.toAbsolutePath(),
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("log").toFile())
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(port) && Files.size(port) > 0);
        String base = "http://127.0.0.1:" + Files.readAllLines(port).getFirst();
        RealServers.report(
                "Chromium", ask(base + "/json/version").path("Browser").asString());
        String page =
                ask(base + "/json/list").path(0).path("webSocketDebuggerUrl").asString();
        this.socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page), new Listener())
                .join();
        call("Page.enable", Map.of());
    }

    private JsonNode ask(String address) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> {
                            HttpResponse<String> response = http.send(
                                    HttpRequest.newBuilder(URI.create(address)).build(),
                                    HttpResponse.BodyHandlers.ofString());
                            return JSON.readTree(response.body());
                        },
                        node -> !node.isEmpty());
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = JSON.readTree(text.toString());
                text.setLength(0);
                CompletableFuture<JsonNode> answer =
                        waiting.remove(message.path("id").asInt(-1));
                if (answer != null) {
                    answer.complete(message.path("result"));
                }
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }
    }

    public JsonNode call(String method, Map<String, ?> parameters) {
        int id = number.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    public void open(String address) {
        call("Page.navigate", Map.of("url", address));
    }

    public JsonNode evaluate(String script) {
        JsonNode answer = call("Runtime.evaluate", Map.of("expression", script, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(script + " failed on " + address() + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    public String address() {
        return evaluate("location.href").asString("");
    }

    public String text() {
        return evaluate("document.body ? document.body.innerText : ''").asString("");
    }

    /** Until the script is true in the page that is then open. */
    public void await(String script) {
        Awaitility.await(script).atMost(PATIENCE).until(() -> evaluate(script).asBoolean(false));
    }

    public void awaitText(String expected) {
        Awaitility.await().atMost(PATIENCE).until(this::text, text -> text.contains(expected));
    }

    public void type(String selector, String value) {
        evaluate(element(selector) + ".focus()");
        call("Input.insertText", Map.of("text", value));
    }

    public void click(String selector) {
        evaluate(element(selector) + ".click()");
    }

    private static String element(String selector) {
        return "document.querySelector(" + JSON.writeValueAsString(selector) + ")";
    }

    public void screenshot(Path file) throws IOException {
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(call("Page.captureScreenshot", Map.of("format", "png"))
                                .path("data")
                                .asString()
                                .getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
