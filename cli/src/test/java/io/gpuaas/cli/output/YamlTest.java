package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTest {

    @Test
    void nestsMapsAndLists() {
        Map<String, Object> value = new TreeMap<>(Map.of(
                "a", List.of(Map.of("id", 7), "x", List.of(1, 2), List.of()),
                "b", Map.of("c", Map.of()),
                "d", 1.5));
        assertThat(Yaml.document(value)).isEqualTo("""
                a:
                - id: 7
                - x
                -
                  - 1
                  - 2
                - []
                b:
                  c: {}
                d: 1.5
                """);
    }

    @Test
    void anItemStandsBesideItsMark() {
        assertThat(Yaml.item(new TreeMap<>(Map.of("id", "x", "tags", List.of("a", "b")))))
                .isEqualTo("""
                - id: x
                  tags:
                  - a
                  - b
                """);
    }

    /** YAML 1.1 readers take the words for truth values, and the rest for numbers, marks or comments. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "plain text|plain text",
                "h100-sxm-slice|h100-sxm-slice",
                "yes|\"yes\"",
                "No|\"No\"",
                "null|\"null\"",
                "0x1f|\"0x1f\"",
                "2026-01-01T00:00:00Z|\"2026-01-01T00:00:00Z\"",
                "a: b|\"a: b\"",
                "a #b|\"a #b\"",
                "- a|\"- a\"",
                "*a|\"*a\"",
            })
    void textStaysText(String text, String written) {
        assertThat(Yaml.document(text)).isEqualTo(written + "\n");
    }
}
