package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.kernel.recording.RecordedEvent;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes asciicast v2, which players know. Bytes that are no text are shown as such, never handed on. */
final class Asciicast {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Writer out;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] pending = new byte[0];
    private String window = "";

    Asciicast(Writer out) {
        this.out = out;
    }

    void begin(RecordingRecord recording, int columns, int rows) throws IOException {
        window = size(columns, rows);
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("version", 2);
        header.put("width", columns);
        header.put("height", rows);
        header.put("timestamp", recording.times().beganAt().getEpochSecond());
        header.put("title", "terminal " + recording.terminal());
        header.put("env", Map.of("TERM", "xterm-256color"));
        line(header);
    }

    void event(RecordedEvent event) throws IOException {
        switch (event.kind()) {
            case OUTPUT -> event(event.micros(), "o", text(event.bytes()));
            case SCREEN -> {
                pending = new byte[0];
                event(event.micros(), "o", text(event.bytes()));
            }
            case INPUT -> event(event.micros(), "i", new String(event.bytes(), StandardCharsets.UTF_8));
            case RESIZED -> {
                window = size(event.columns(), event.rows());
                event(event.micros(), "r", window);
            }
            case GAP -> lost(event.micros(), event.lostBytes());
            case ENDED -> event(event.micros(), "m", "ended: " + event.text());
        }
    }

    /**
     * Redraws the screen as it was, for players that start here; others skip it. A half-printed character is left out,
     * because the output after it contains it.
     */
    void screen(RecordedEvent event) throws IOException {
        event(event.micros(), "k", whole(ByteBuffer.wrap(event.bytes())));
    }

    /** The window size at the start of a segment; written only when it changed. */
    void window(long micros, int columns, int rows) throws IOException {
        if (!size(columns, rows).equals(window)) {
            event(RecordedEvent.resized(micros, columns, rows));
        }
    }

    private static String size(int columns, int rows) {
        return columns + "x" + rows;
    }

    void lost(long micros, long bytes) throws IOException {
        pending = new byte[0];
        event(micros, "m", "lost: " + bytes + " bytes");
    }

    /** The segment is there and is what was kept, but another one was before it when it was written. */
    void unchained(long micros, int number) throws IOException {
        event(micros, "m", "chain broken: segment " + number + " does not follow the one before");
    }

    void missing(long micros, int number) throws IOException {
        event(micros, "m", "missing: segment " + number + " is not in the object store");
    }

    void altered(long micros, int number) throws IOException {
        event(micros, "m", "altered: segment " + number + " differs from what was stored");
    }

    private void event(long micros, String type, String text) throws IOException {
        line(List.of(micros / 1e6, type, text));
    }

    /** A character may begin in one event and end in the next. */
    private String text(byte[] bytes) {
        ByteBuffer in = ByteBuffer.allocate(pending.length + bytes.length)
                .put(pending)
                .put(bytes)
                .flip();
        String text = whole(in);
        pending = new byte[in.remaining()];
        in.get(pending);
        return text;
    }

    /** The rest is half a character. */
    private String whole(ByteBuffer in) {
        CharBuffer text = CharBuffer.allocate(in.remaining() + 1);
        decoder.reset().decode(in, text, false);
        return text.flip().toString();
    }

    private void line(Object value) throws IOException {
        out.write(JSON.writeValueAsString(value));
        out.write('\n');
    }
}
