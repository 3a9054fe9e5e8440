package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.LiveEvents;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.OperationsApi;
import io.gpuaas.sdk.OperationsApi.StreamOperatorEventsFilter;
import io.gpuaas.sdk.OperatorEvent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "watch",
        description = "Stream events of the platform until Ctrl-C.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ops watch",
            "  gpuaas ops watch --output json",
        })
final class WatchCommand implements Runnable {

    private final Session session;

    @Option(names = "--after", paramLabel = "POSITION", description = "Resume after this position.")
    private @Nullable String after;

    WatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        OperationsApi api = session.connect().operations();
        StreamOperatorEventsFilter none = StreamOperatorEventsFilter.none();
        new LiveEvents<>(OperatorEvent.class, WatchCommand::line, session.output())
                .follow(after, from -> api.streamOperatorEvents(from == null ? none : none.after(from)));
    }

    private static String line(OperatorEvent event) {
        return event.at() + "  " + Words.printable(event.type()) + "  " + Words.printable(event.subjectType()) + " "
                + Words.printable(event.subjectId())
                + (event.tenantId() == null ? "" : " (tenant " + event.tenantId() + ")");
    }
}
