package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.kernel.VisibleText;
import io.gpuaas.sdk.RecordJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text from elsewhere does not steer the terminal it is printed on. */
class ForeignTextTest {

    /** CSI and OSC of C1, an escape, a bell, marks that turn a line around, a zero-width space, a tag above U+FFFF. */
    private static final String HOSTILE =
            "a\u009b31m\u009d0;t\u001b[2Jb\u0007\u202ec\u2066d\u200e\u061c\u200be\u2028f" + Character.toString(0xE0041);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    private Output output(Form form) {
        return new Output(new PrintWriter(out, true, StandardCharsets.UTF_8), new PrintWriter(err, true), form);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8) + err;
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void noFormPrintsIt(Form form) {
        Output output = output(form);
        output.one(Map.of("name", HOSTILE, "labels", Map.of(HOSTILE, HOSTILE)));
        output.list(List.of(Map.of("name", HOSTILE)).iterator(), "name");
        output.page(Map.of("name", HOSTILE), () -> List.of("page " + HOSTILE));
        output.event(Map.of("name", HOSTILE), () -> "event " + HOSTILE);
        output.note("note " + HOSTILE);
        assertThat(printed()).isNotBlank();
        assertThat(printed().lines()).allMatch(VisibleText::isLine);
    }

    @Test
    void jsonSaysTheSameInEscapes() {
        output(Form.JSON).one(Map.of("name", HOSTILE));
        String json = out.toString(StandardCharsets.UTF_8);
        assertThat(json).contains("\\u009b31m").contains("\\u202e").contains("\\udb40\\udc41");
        assertThat(RecordJson.read(json)).isEqualTo(Map.of("name", HOSTILE));
    }

    @Test
    void yamlSaysTheSameInEscapes() {
        assertThat(Yaml.document(Map.of("name", HOSTILE)))
                .contains("\\u009b31m")
                .contains("\\U000e0041");
    }

    private OutputStream terminal(boolean interactive) {
        return new Terminal(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        new PrintWriter(out, false, StandardCharsets.UTF_8),
                        new PrintWriter(err, true),
                        interactive)
                .foreignText();
    }

    /** A character that arrives in pieces is one all the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10_000})
    void aLogIsCleanedForATerminal(int pieceBytes) throws IOException {
        byte[] log = ("grüße\t日本 😀\n" + HOSTILE + "\r\n" + "x".repeat(20_000) + "\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream cleaned = terminal(true)) {
            for (int offset = 0; offset < log.length; offset += pieceBytes) {
                cleaned.write(log, offset, Math.min(pieceBytes, log.length - offset));
            }
        }
        assertThat(printed())
                .startsWith("grüße\t日本 😀\na?31m?0;t?[2Jb??c?d???e?f?")
                .endsWith("x".repeat(20_000) + "\n");
        assertThat(printed().lines().map(line -> line.replace("\t", ""))).allMatch(VisibleText::isLine);
    }

    /** A terminal that does not read UTF-8 takes a lone byte for a control character. */
    @Test
    void bytesThatAreNoTextAreNotPassedOn() throws IOException {
        try (OutputStream cleaned = terminal(true)) {
            cleaned.write(new byte[] {'a', (byte) 0x9b, '3', '1', 'm', (byte) 0xc2});
        }
        assertThat(out.toByteArray()).isEqualTo("a?31m?".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aProgramGetsTheLogAsItIs() throws IOException {
        try (OutputStream raw = terminal(false)) {
            raw.write(HOSTILE.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(HOSTILE);
    }
}
