package io.gpuaas.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.manifest.Template.RefusedException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"$(id)", "; reboot", "--privileged", "`id`", "${parameters.other}", "$${x}", "a b\tc", "\"'\\"})
    void aHostileValueStaysOneLiteralElement(String value) throws RefusedException {
        assertThat(Template.parse("--model=${parameters.model}!")
                        .render(Map.of("parameters.model", value, "parameters.other", "leaked")))
                .isEqualTo("--model=" + value + "!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\0b", "a\u2028b", "a\u0085b"})
    void aValueWithNulOrALineEndIsRefused(String value) {
        assertThatThrownBy(() -> Template.parse("${parameters.x}").render(Map.of("parameters.x", value)))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void valuesAndResultsAreBounded() {
        assertThatThrownBy(() -> Template.parse("${a}").render(Map.of("a", "x".repeat(1_000_000))))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> Template.parse("${a}".repeat(10)).render(Map.of("a", "x".repeat(8_000))))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> Template.parse("${a}").render(Map.of())).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> Template.parse("${a")).isInstanceOf(RefusedException.class);
    }

    @Test
    void aDoubledDollarIsALiteral() throws RefusedException {
        assertThat(Template.parse("$${HOME} $HOME").render(Map.of())).isEqualTo("${HOME} $HOME");
    }
}
