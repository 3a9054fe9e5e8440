package io.gpuaas.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives tests of commands a fake server and a shell that is signed in to it, in a folder of the test's own. */
public abstract class SignedInShell {

    @TempDir
    protected Path folder;

    protected Shell shell;
    protected FakeServer server;

    @SuppressWarnings("NullAway.Init")
    protected SignedInShell() {}

    @BeforeEach
    void startServer() throws IOException {
        server = new FakeServer();
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
    }

    @AfterEach
    void stopServer() {
        server.close();
    }
}
