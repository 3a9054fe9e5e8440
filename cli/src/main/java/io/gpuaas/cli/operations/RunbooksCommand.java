package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "runbooks",
        mixinStandardHelpOptions = true,
        description = "List the troubleshooting runbooks, or print one; works without a server.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas ops runbooks", "  gpuaas ops runbooks node-unreachable"})
final class RunbooksCommand implements Runnable {

    static final List<String> NAMES =
            List.of("allocation-stuck", "balance-depleted", "dead-letters", "node-quarantined", "node-unreachable");

    private record Entry(String name, String when) {}

    private record Runbook(String name, String when, String text) {}

    private final Session session;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The runbook's name, as listed.")
    private @Nullable String name;

    RunbooksCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (name == null) {
            session.output()
                    .list(NAMES.stream().map(one -> new Entry(one, title(one))).iterator(), "name", "when");
        } else if (NAMES.contains(name)) {
            String text = read(name);
            session.output()
                    .page(
                            new Runbook(name, title(name), text),
                            () -> text.lines().toList());
        } else {
            throw new IllegalArgumentException(
                    "Runbook '" + Words.printable(name) + "' not found. List runbooks with gpuaas ops runbooks.");
        }
    }

    private static String title(String name) {
        return read(name).lines().findFirst().orElse("").replaceFirst("^# ", "");
    }

    static String read(String name) {
        try (InputStream text = RunbooksCommand.class.getResourceAsStream("/runbooks/" + name + ".md")) {
            if (text == null) {
                throw new IllegalStateException("runbook " + name + " is missing from this program");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read runbook " + name, e);
        }
    }
}
