package io.gpuaas.agent;

import io.gpuaas.agent.disk.StateFolder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "undrain", mixinStandardHelpOptions = true, description = "Let a drained node take new work again.")
final class UndrainCommand implements Callable<Integer> {

    @Option(names = "--state", required = true, description = "Folder for keys and journal.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Override
    public Integer call() throws Exception {
        new Drain(StateFolder.open(state), Clock.systemUTC()::instant).undo();
        return 0;
    }
}
