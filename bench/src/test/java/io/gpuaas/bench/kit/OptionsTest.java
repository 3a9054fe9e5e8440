package io.gpuaas.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    private final Options options = Options.of("clients", "16,32", "seconds", "15");

    @Test
    void givenValuesReplaceDefaults() {
        Options read = options.read(List.of("--clients", "4,8"));
        assertThat(read.numbers("clients")).containsExactly(4, 8);
        assertThat(read.number("seconds")).isEqualTo(15);
    }

    @Test
    void mistakesAreRefused() {
        for (List<String> wrong : List.of(
                List.of("--unknown", "1"), List.of("clients", "1"), List.of("--clients"), List.of("--seconds", "0"))) {
            assertThatThrownBy(() -> options.read(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
