package io.gpuaas.cli;

import io.gpuaas.sdk.OperationsApi.StreamOperatorEventsFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "watch",
        description = "Tells what happens on the platform, until stopped.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ops watch",
        })
final class WatchCommand implements Runnable {

    private final Session session;

    @Option(names = "--after", paramLabel = "POSITION", description = "Only what came after this position.")
    private @Nullable String after;

    WatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        StreamOperatorEventsFilter filter = after == null
                ? StreamOperatorEventsFilter.none()
                : StreamOperatorEventsFilter.none().after(after);
        try (InputStream events = session.connect().operations().streamOperatorEvents(filter)) {
            events.transferTo(session.terminal().rawOut());
        } catch (IOException e) {
            throw new UncheckedIOException("The stream broke off: " + e.getMessage(), e);
        }
    }
}
