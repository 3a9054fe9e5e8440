package io.gpuaas.cli.operations;

import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.ConsumerBacklog;
import io.gpuaas.sdk.EventBacklog;
import io.gpuaas.sdk.WaitingEvents;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "backlog",
        description = "Show how many events are waiting to be published and how far each consumer lags.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas ops backlog", "  gpuaas ops backlog --output json"})
final class BacklogCommand implements Runnable {

    private final Session session;

    BacklogCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        EventBacklog backlog = session.connect().events().getEventBacklog();
        session.output().page(backlog, () -> lines(backlog));
    }

    private static List<String> lines(EventBacklog backlog) {
        List<String> lines = new ArrayList<>();
        lines.add("Unpublished: " + show(backlog.outbox()));
        if (!backlog.busReachable()) {
            lines.add("The event bus is unreachable; consumer lag is unknown.");
        }
        for (ConsumerBacklog one : backlog.consumers()) {
            lines.add("Consumer " + Words.printable(one.consumer()) + ": " + show(one.waiting()));
        }
        return lines;
    }

    private static String show(WaitingEvents waiting) {
        String count = waiting.count() == 0 && !waiting.more()
                ? "none"
                : (waiting.more() ? "more than " : "") + waiting.count();
        return count + (waiting.oldestAt() == null ? "" : ", oldest from " + waiting.oldestAt());
    }
}
