package io.gpuaas.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "mail",
        description = "Shows the mail the platform wrote.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas mail list --limit 5", "  gpuaas mail list --output json"})
final class MailCommand {

    private final Session session;

    MailCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists mail, newest first; as JSON with its text.")
    void list(@Mixin Paging paging) {
        paging.print(
                session.output(), session.connect().notifications()::listMail, "id", "written_at", "to", "subject");
    }
}
