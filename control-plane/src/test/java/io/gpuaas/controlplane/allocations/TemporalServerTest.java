package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** On a real Temporal server, on free ports, with a database in a file. */
@Tag("full")
@Against("temporal")
class TemporalServerTest extends LifecycleDriverContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Process server;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @SuppressWarnings("NullAway.Init")
    private static WorkflowServiceStubs service;

    @BeforeAll
    static void start() throws Exception {
        // Built with Go where there is Go, which not every machine has.
        Path program =
                RealServers.find("temporal").orElseThrow(() -> new TestAbortedException("temporal is not installed"));
        String port = String.valueOf(FreePort.find());
        server = new ProcessBuilder(
                        program.toString(),
                        "server",
                        "start-dev",
                        "--headless",
                        "--ip",
                        "127.0.0.1",
                        "--port",
                        port,
                        "--http-port",
                        String.valueOf(FreePort.find()),
                        "--metrics-port",
                        String.valueOf(FreePort.find()),
                        "--db-filename",
                        directory.resolve("temporal.db").toString(),
                        "--log-level",
                        "error")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        String target = "127.0.0.1:" + port;
        service = WorkflowServiceStubs.newConnectedServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build(), PATIENCE);
        RealServers.report(
                "temporal",
                service.blockingStub()
                        .getSystemInfo(io.temporal.api.workflowservice.v1.GetSystemInfoRequest.getDefaultInstance())
                        .getServerVersion());
        plane = TestControlPlane.start(
                Map.of("gpuaas.lifecycle.driver", "temporal", "gpuaas.lifecycle.temporal.target", target));
    }

    @AfterAll
    static void stop() throws Exception {
        if (plane != null) {
            plane.close();
        }
        if (service != null) {
            service.shutdownNow();
        }
        if (server != null) {
            server.destroy();
            server.waitFor();
        }
    }

    @Override
    TestControlPlane plane() {
        return plane;
    }

    @Test
    void theEndOfATaskCompletesTheActivityThatWaitsForIt() {
        WorkflowHistories.requireCompletedByTheEndOfATask(plane, WorkflowClient.newInstance(service));
    }
}
