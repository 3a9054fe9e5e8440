package io.gpuaas.manifest.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuaas.manifest.json.DocumentException.Code;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents are read strictly and within bounds. */
class DocumentsTest {

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("{\"a\":1,\"a\":2}", Code.DUPLICATE_KEY),
                Arguments.of("{\"a\":1,\"\\u0061\":2}", Code.DUPLICATE_KEY),
                Arguments.of("a: 1\na: 2\n", Code.DUPLICATE_KEY),
                Arguments.of("a: 1\n\"a\": 2\n", Code.DUPLICATE_KEY),
                Arguments.of("{\"a\":1,}", Code.SYNTAX),
                Arguments.of("{\"a\":01}", Code.SYNTAX),
                Arguments.of("{\"a\":1} x", Code.SYNTAX),
                Arguments.of("{\"a\":\"\\ud800\"}", Code.SYNTAX),
                Arguments.of("{\"a\":\"\n\"}", Code.SYNTAX),
                Arguments.of("{'a':1}", Code.SYNTAX),
                Arguments.of("{\"a\"", Code.SYNTAX),
                Arguments.of("a: [1, 2\n", Code.SYNTAX),
                Arguments.of("{\"a\":9007199254740993}", Code.NUMBER_OUT_OF_RANGE),
                Arguments.of("a: 9007199254740993\n", Code.NUMBER_OUT_OF_RANGE),
                Arguments.of("{\"a\":1e400}", Code.NUMBER_OUT_OF_RANGE),
                Arguments.of("{\"a\":" + "[".repeat(100_000), Code.TOO_DEEP),
                Arguments.of("a: " + "[".repeat(100_000), Code.TOO_DEEP),
                Arguments.of("- ".repeat(30) + "a", Code.TOO_DEEP),
                Arguments.of("{\"a\":[" + "1,".repeat(100) + "1]}", Code.TOO_MANY),
                Arguments.of("{\"a\":\"" + "x".repeat(8_001) + "\"}", Code.TEXT_TOO_LONG),
                Arguments.of("a: " + "x".repeat(8_001), Code.TEXT_TOO_LONG),
                Arguments.of("{\"" + "x".repeat(257) + "\":1}", Code.TEXT_TOO_LONG),
                Arguments.of("x".repeat(257) + ": 1", Code.TEXT_TOO_LONG),
                Arguments.of("a: " + "x".repeat(300_000), Code.TOO_LARGE),
                Arguments.of("a: &x [1]\nb: *x\n", Code.YAML_FEATURE),
                Arguments.of("a: !!str 1\n", Code.YAML_FEATURE),
                Arguments.of("a: !!javax.script.ScriptEngineManager [x]\n", Code.YAML_FEATURE),
                Arguments.of("%YAML 1.2\n---\na: 1\n", Code.YAML_FEATURE),
                Arguments.of("a: 1\n---\nb: 2\n", Code.YAML_FEATURE),
                Arguments.of("? [a]\n: b\n", Code.YAML_FEATURE),
                Arguments.of("a: yes\n", Code.AMBIGUOUS_SCALAR),
                Arguments.of("a: 012\n", Code.AMBIGUOUS_SCALAR),
                Arguments.of("a: 0x1f\n", Code.AMBIGUOUS_SCALAR),
                Arguments.of("a: ~\n", Code.AMBIGUOUS_SCALAR),
                Arguments.of("a: 1_000\n", Code.AMBIGUOUS_SCALAR),
                Arguments.of("", Code.SYNTAX));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aDocumentOutsideTheRulesIsRefused(String text, Code code) {
        DocumentException refused = catchThrowableOfType(DocumentException.class, () -> read(text));
        assertThat(refused).as(text.substring(0, Math.min(50, text.length()))).isNotNull();
        assertThat(refused.code()).isEqualTo(code);
    }

    @Test
    void aNameMayHave256Characters() throws DocumentException {
        String name = "x".repeat(256);
        assertThat(CanonicalJson.text(read("{\"" + name + "\":1}"))).isEqualTo(CanonicalJson.text(read(name + ": 1")));
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        assertThat(catchThrowableOfType(
                                DocumentException.class,
                                () -> Documents.read(new byte[] {'a', (byte) 0xc0, (byte) 0xaf}, Bounds.MANIFEST))
                        .code())
                .isEqualTo(Code.NOT_UTF8);
    }

    @Test
    void yamlAndJsonGiveTheSameCanonicalBytesAndPlaces() throws DocumentException {
        Json yaml = read("a:\n  - x: 1.50\n    y: \"yes\"\n  - true\nb: {c: null, d: 1.2.3}\n");
        Json json = read("{\"b\":{\"d\":\"1.2.3\",\"c\":null},\"a\":[{\"y\":\"yes\",\"x\":1.5},true]}");
        assertThat(CanonicalJson.digest(yaml)).isEqualTo(CanonicalJson.digest(json));
        Json.Obj root = (Json.Obj) yaml;
        assertThat(root.placeOf("b")).isEqualTo(new Position(5, 1));
        assertThat(((Json.Arr) root.find("a").orElseThrow()).items().get(1).position())
                .isEqualTo(new Position(4, 5));
    }

    /** Broken documents end in a refusal, never in another exception. */
    @Test
    void mutatedDocumentsAreReadOrRefused() {
        String source =
                "schema: gpuaas.app/v1\nlist: [1, {a: \"b\"}, 'c']\ntext: |\n  two\n  lines\nmap:\n  x: {y: 2.5}\n";
        String alphabet = "{}[]:,&*!|>'\"%#?-\n\t \\u00e9~ab1.\0";
        Random random = new Random(30);
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder(source);
            for (int i = 0; i <= random.nextInt(4); i++) {
                text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                Json value = read(text.toString());
                if (!(value instanceof Json.Obj)) {
                    continue;
                }
                assertThat(CanonicalJson.text(read(CanonicalJson.text(value)))).isEqualTo(CanonicalJson.text(value));
            } catch (DocumentException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }

    private static Json read(String text) throws DocumentException {
        return Documents.read(text.getBytes(StandardCharsets.UTF_8), Bounds.MANIFEST);
    }
}
