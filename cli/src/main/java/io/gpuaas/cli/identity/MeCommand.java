package io.gpuaas.cli.identity;

import io.gpuaas.cli.session.Session;
import java.util.Set;
import picocli.CommandLine.Command;

@Command(
        name = "me",
        mixinStandardHelpOptions = true,
        description = "Show your account and roles on the server; for what they permit, see gpuaas permissions.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas me", "  gpuaas me --profile work --output json"})
final class MeCommand implements Runnable {

    private final Session session;

    MeCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.output().one(session.connect().identity().getMe(), Set.of("permissions"));
    }
}
