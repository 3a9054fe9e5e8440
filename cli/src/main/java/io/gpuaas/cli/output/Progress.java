package io.gpuaas.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Shows progress: on one changing line at a terminal, otherwise on one line per step. If the wait is interrupted, it
 * prints a closing sentence.
 */
public final class Progress implements AutoCloseable {

    private static final String[] MARKS = {"|", "/", "-", "\\"};
    private static final String BEGIN_OF_LINE_AND_CLEAR = "\r\033[K";

    private final PrintWriter err;
    private final boolean oneLine;
    private final Thread farewell;
    private String step = "";
    private int turns;

    public Progress(Terminal terminal, String farewell) {
        this.err = terminal.err();
        this.oneLine = terminal.interactive();
        this.farewell = Thread.ofPlatform().unstarted(() -> leave(farewell));
        Runtime.getRuntime().addShutdownHook(this.farewell);
    }

    private void leave(String sentence) {
        clear();
        err.println(Words.printable(sentence));
    }

    /** Returns a consumer that shows each event as a step. */
    public <T> Consumer<T> steps(Function<T, String> line, Function<T, String> words) {
        return event -> {
            step = Words.printable(words.apply(event));
            if (!oneLine) {
                err.println(Words.printable(line.apply(event)));
            }
        };
    }

    /** Updates the spinner and the elapsed time. */
    public void turn(Instant began, Instant now) {
        if (oneLine) {
            err.print(BEGIN_OF_LINE_AND_CLEAR + MARKS[turns++ % MARKS.length] + " " + step + "  "
                    + Words.length(Duration.between(began, now)));
            err.flush();
        }
    }

    /** Ends the display with a sentence. */
    public void endWith(String sentence) {
        leave(sentence);
    }

    private void clear() {
        if (oneLine) {
            err.print(BEGIN_OF_LINE_AND_CLEAR);
            err.flush();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
            clear();
        } catch (IllegalStateException e) {
            // The process is ending, and the shutdown hook prints the closing sentence.
        }
    }
}
