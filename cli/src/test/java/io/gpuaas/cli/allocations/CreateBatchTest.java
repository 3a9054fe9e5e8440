package io.gpuaas.cli.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreateBatchTest {

    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String BATCH = "POST /api/v1/projects/" + P + "/allocation-batches";
    private static final String COMMAND =
            "allocations create-batch --project " + P + " --sku h100-sxm-slice --count 1 --members 2 --name x";

    @TempDir
    Path folder;

    private FakeServer server;
    private Shell shell;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer().answers(BATCH, 201, "{\"items\":[" + member(1) + "," + member(2) + "]}");
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aBatchThatWasCreatedIsListedAndEndsWithSuccess() {
        assertThat(shell.type(COMMAND)).as(shell.said()).isZero();
        assertThat(shell.said()).doesNotContain("NoSuchElement");
        assertThat(shell.printed().lines()).hasSize(3);
        assertThat(shell.printed()).contains("NAME").contains("x-1").contains("x-2");
    }

    @Test
    void theMembersOfABatchHaveNamesOfTheirOwn() {
        assertThat(shell.type(COMMAND)).isZero();
        assertThat(server.bodiesOf(BATCH).getFirst()).contains("\"x-1\"").contains("\"x-2\"");
    }

    @Test
    void aBatchIsPrintedWholeAsJson() {
        assertThat(shell.type(COMMAND + " --output json")).as(shell.said()).isZero();
        assertThat(shell.printed()).contains("\"items\"").contains("\"version\"");
    }

    private static String member(int number) {
        return """
                {"id":"0198c0de-0000-7000-8000-00000000001%1$d","tenant_id":"%2$s","project_id":"%2$s","name":"x-%1$d",
                 "labels":{},"sku":"h100-sxm-slice","count":1,"state":"requested","state_since":"2026-01-02T03:04:05Z",
                 "version":1,"protected":false,"created_at":"2026-01-02T03:04:05Z","created_by":"p-1"}""".formatted(number, P);
    }
}
