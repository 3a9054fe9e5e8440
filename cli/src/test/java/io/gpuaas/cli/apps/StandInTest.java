package io.gpuaas.cli.apps;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program of the stand-ins with a root of its own, as a container does. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class StandInTest {

    private static final int SECONDS_MAX = 60;

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    Path folder;

    private Path root = Path.of("set before each");

    @BeforeEach
    void writeRoot() throws IOException {
        root = folder.resolve("root");
        StandIn.write(root, "JupyterLab", "4.6.6");
    }

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void theStandInSaysWhatItIsWhateverIsAskedAndEndsOnSignals() throws Exception {
        int port = FreePort.find();
        Process process = start(String.valueOf(port));
        for (String path : List.of("/", "/api/kernels", "/lab?token=1")) {
            HttpResponse<String> answer = get(port, path);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("X-Gpuaas-Stand-In")).contains("true");
            assertThat(answer.body())
                    .isEqualTo(Files.readString(root.resolve("stand-in.html")))
                    .contains("Stand-in for JupyterLab 4.6.6", "nothing of the app runs here");
        }
        process.destroy();
        assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("0: the program caught the signal").isZero();
        assertThat(folder.resolve("printed")).content(US_ASCII).startsWith("This is a stand-in. ");
    }

    @Test
    void aCallerThatSaysNothingOrLeavesDoesNotStopTheNext() throws Exception {
        int port = FreePort.find();
        start(String.valueOf(port));
        get(port, "/");
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Socket gone = new Socket(InetAddress.getLoopbackAddress(), port);
            gone.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            gone.setSoLinger(true, 0);
            gone.close();
            assertThat(silent.isConnected()).isTrue();
            assertThat(get(port, "/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withoutAPortItWaitsForASignal() throws Exception {
        Process process = start();
        await().until(() -> Files.size(folder.resolve("printed")) > 0);
        assertThat(process.isAlive()).isTrue();
        process.destroy();
        assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private Process start(String... arguments) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--root=" + root, "/stand-in"));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private HttpResponse<String> get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return await().ignoreExceptionsMatching(IOException.class::isInstance)
                    .until(() -> http.send(request, BodyHandlers.ofString()), answer -> answer.statusCode() > 0);
        }
    }
}
