package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.BackgroundRound;
import picocli.CommandLine.Command;

@Command(
        name = "background",
        description = "List the background work of all control plane processes with its last run and failure.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas ops background", "  gpuaas ops background --output json"})
final class BackgroundCommand implements Runnable {

    private static final Table<BackgroundRound> ROUNDS = Table.of("process", BackgroundRound::process)
            .and("name", BackgroundRound::name)
            .and("role", BackgroundRound::role)
            .and("interval", round -> round.intervalMilliseconds() + " ms")
            .and("last started", BackgroundRound::lastStartedAt)
            .and(
                    "took",
                    round -> round.lastDurationMilliseconds() == null ? null : round.lastDurationMilliseconds() + " ms")
            .and("runs", BackgroundRound::runs)
            .and("failures", BackgroundRound::failures)
            .and("state", BackgroundCommand::state)
            .and("last failure", BackgroundRound::lastFailure);

    private final Session session;

    BackgroundCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.output()
                .list(
                        session.connect()
                                .operations()
                                .listBackgroundRounds()
                                .rounds()
                                .iterator(),
                        ROUNDS);
    }

    private static String state(BackgroundRound round) {
        if (round.overdue()) {
            return "overdue";
        }
        return round.running() ? "running" : "waiting";
    }
}
