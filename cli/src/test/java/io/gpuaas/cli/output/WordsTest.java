package io.gpuaas.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void lengthsHaveTwoUnitsAtMost() {
        assertThat(Words.length(Duration.ofSeconds(59))).isEqualTo("59 s");
        assertThat(Words.length(Duration.ofSeconds(61))).isEqualTo("1 min 1 s");
        assertThat(Words.length(Duration.ofSeconds(7_261))).isEqualTo("2 h 1 min");
        assertThat(Words.length(Duration.ofHours(49))).isEqualTo("2 d 1 h");
        assertThat(Words.length(Duration.ofSeconds(-3))).isEqualTo("0 s");
    }
}
