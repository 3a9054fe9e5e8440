package io.gpuaas.cli;

import io.gpuaas.cli.session.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a shell completion script.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas completion bash > ~/.local/share/bash-completion/completions/gpuaas",
            "  gpuaas completion zsh > ~/.zfunc/_gpuaas",
            "  gpuaas completion fish > ~/.config/fish/completions/gpuaas.fish",
        })
final class CompletionCommand implements Runnable {

    private final Session session;

    @Parameters(paramLabel = "SHELL", description = "Shell: bash, zsh or fish.")
    @SuppressWarnings("NullAway.Init")
    private String shell;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Completion.ForShell chosen = Completion.named(shell);
        // Without arguments, all commands are built.
        session.terminal().out().print(Completion.script(chosen, Gpuaas.commandLine(session.surroundings())));
    }
}
