package io.gpuaas.agent;

import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.kernel.tls.CertificateRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Run once after an installation: shows that this version starts here, and loads what the class archive shall hold. */
@Command(name = "self-check", mixinStandardHelpOptions = true, description = "See whether this version works here.")
final class SelfCheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CertificateRequest.pem(CertificateRequest.newKey(), "self-check");
        TaskType.DISCOVER_TOPOLOGY.read("{}".getBytes(StandardCharsets.UTF_8));
        Path folder = Files.createTempDirectory("gpuaas-agent-check");
        Path journal = folder.resolve("journal");
        try {
            Journal.open(journal).close();
        } finally {
            Files.deleteIfExists(journal);
            Files.delete(folder);
        }
        spec.commandLine().getOut().println("gpuaas agent " + Version.current() + " works here");
        return 0;
    }
}
