package io.gpuaas.cli.operations;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Filters;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.sdk.DiscardDeadLetter;
import io.gpuaas.sdk.EventsApi;
import io.gpuaas.sdk.EventsApi.ListDeadLettersFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dead-letters",
        description = "List, show, replay and discard events that could not be published or consumed.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas dead-letters list --stage publish",
            "  gpuaas dead-letters show 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas dead-letters replay 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas dead-letters discard 0198c0de-0000-7000-8000-000000000002 --reason \"its tenant is gone\"",
        })
final class DeadLettersCommand {

    private static final String ID = "The dead letter's id, as listed.";

    private final Session session;

    DeadLettersCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List dead letters, oldest first.")
    void list(
            @Option(
                            names = "--stage",
                            paramLabel = "STAGE",
                            description = "Filter by stage: publish, or the name of a consumer.")
                    @Nullable String stage,
            @Option(names = "--aggregate", paramLabel = "ID", description = "Filter by aggregate.") @Nullable String aggregateId,
            @Mixin Paging paging) {
        ListDeadLettersFilter byStage = Filters.with(ListDeadLettersFilter.none(), stage, ListDeadLettersFilter::stage);
        ListDeadLettersFilter filter = Filters.with(byStage, aggregateId, ListDeadLettersFilter::aggregateId);
        EventsApi events = session.connect().events();
        paging.print(
                session.output(),
                page -> events.listDeadLetters(filter, page),
                "id",
                "state",
                "stage",
                "event_type",
                "aggregate_id",
                "sequence",
                "attempts",
                "dead_since",
                "error");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a dead letter with its payload and last error.")
    void show(@Parameters(paramLabel = "ID", description = ID) DeadLetterId id) {
        session.output().one(session.connect().events().getDeadLetter(id));
    }

    @Command(mixinStandardHelpOptions = true, description = "Replay a dead letter now.")
    void replay(@Parameters(paramLabel = "ID", description = ID) DeadLetterId id, @Mixin Once once) {
        session.output().one(session.connect().events().replayDeadLetter(id, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Discard a dead letter, so that the events behind it can proceed.")
    void discard(
            @Parameters(paramLabel = "ID", description = ID) DeadLetterId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Discard dead letter " + id + "?");
        DiscardDeadLetter discard = new DiscardDeadLetter(reason.text());
        session.output().one(session.connect().events().discardDeadLetter(id, discard, once.key()));
    }
}
