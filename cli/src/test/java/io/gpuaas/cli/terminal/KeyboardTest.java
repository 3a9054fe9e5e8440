package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks how keys are handled that the terminal does not accept yet. */
class KeyboardTest {

    private static final String END_OF_INPUT = "\u0004";

    private final StringWriter err = new StringWriter();
    private final Noted far = new Noted();

    /** Notes what it is given, and takes it when it is connected and writes. */
    private static final class Noted implements Keyboard.Far {

        private final List<String> pressed = new CopyOnWriteArrayList<>();
        private final List<String> events = new CopyOnWriteArrayList<>();
        private final CountDownLatch connected = new CountDownLatch(1);
        private volatile boolean writes = true;

        @Override
        public boolean isConnected() {
            return connected.getCount() == 0;
        }

        @Override
        public boolean press(byte[] keys) throws InterruptedException {
            connected.await();
            String text = new String(keys, StandardCharsets.UTF_8);
            if (text.startsWith("+") || text.startsWith("-")) {
                writes = text.startsWith("+");
            }
            pressed.add(text);
            events.add(writes ? "taken" : "dropped");
            return writes;
        }

        @Override
        public void tellDropped() {
            events.add("told");
        }

        @Override
        public void type(byte[] bytes) {
            events.add("typed " + new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** Each of these is read by itself. */
    private void start(boolean interactive, Stream<String> reads) {
        InputStream in = new SequenceInputStream(Collections.enumeration(
                reads.map(read -> new ByteArrayInputStream(read.getBytes(StandardCharsets.UTF_8)))
                        .toList()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                in, out, new PrintWriter(out, false, StandardCharsets.UTF_8), new PrintWriter(err, true), interactive);
        EscapeKeys none = new EscapeKeys(() -> false, new EscapeKeys.Acts() {
            @Override
            public void leave() {}

            @Override
            public void reconnect() {}

            @Override
            public void takeOver() {}

            @Override
            public void list() {}
        });
        new Keyboard(terminal, far, none).start();
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.onSpinWait();
        }
    }

    @Test
    void keysThatAreDroppedAreToldOfOnceUntilSomeAreTakenAgain() {
        far.connected.countDown();
        start(true, Stream.of("+", "-", "a", "b", "+", "-", "c"));
        await(() -> far.pressed.contains(END_OF_INPUT));
        assertThat(far.events)
                .startsWith("taken", "dropped", "told", "dropped", "dropped", "taken", "dropped", "told", "dropped");
    }

    @Test
    void onlyAFewKeysAreKeptWhileThereIsNoConnection() {
        String line = "x".repeat(100);
        start(true, Stream.generate(() -> line).limit(100));
        await(() -> err.toString().length() >= 90);
        far.connected.countDown();
        await(() -> far.pressed.contains(END_OF_INPUT));
        assertThat(String.join("", far.pressed).length()).isLessThanOrEqualTo(Keyboard.BLIND_BYTES_MAX);
        assertThat(far.pressed).contains(line);
        assertThat(err.toString()).as("heard").contains("\u0007");
    }

    @Test
    void aPipeIsTypedAsItIs() {
        start(false, Stream.of("~.", "rest"));
        await(() -> far.events.contains("typed " + END_OF_INPUT));
        assertThat(far.events).containsExactly("typed ~.", "typed rest", "typed " + END_OF_INPUT);
        assertThat(far.pressed).isEmpty();
    }
}
