package io.gpuaas.agent;

import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.wire.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Tell who this node is and what it has in hand.")
final class StatusCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--state", required = true, description = "Folder for keys and journal.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Override
    public Integer call() throws Exception {
        if (!Files.isDirectory(state)) {
            throw new IOException(state + " does not exist");
        }
        StateFolder folder = StateFolder.open(state);
        IdentityStore.Known known = new IdentityStore(folder).requireCurrent();
        Identity identity = known.identity();
        PrintWriter out = spec.commandLine().getOut();
        out.println("node         " + identity.node());
        out.println("server       " + known.server());
        out.println("certificate  until " + identity.notAfter());
        out.println("drained      " + new Drain(folder, Clock.systemUTC()::instant).isDrained());
        printJournal(folder, out);
        return 0;
    }

    /** A running agent writes its journal, so it is read only when there is none. */
    private static void printJournal(StateFolder folder, PrintWriter out) throws Exception {
        try (AutoCloseable _ = folder.lock();
                Journal journal = Journal.open(folder.file("journal"))) {
            out.println("agent        not running");
            out.println("sequence     " + journal.highestSequence());
            journal.listUnreported().forEach(entry -> out.println("unreported   " + entry.key() + " " + entry.state()));
        } catch (IOException e) {
            out.println("agent        " + e.getMessage());
        }
    }
}
