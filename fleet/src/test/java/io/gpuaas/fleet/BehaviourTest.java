package io.gpuaas.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BehaviourTest {

    @Test
    void theSameSeedGivesTheSameFleetAndEachNodeItsOwn() {
        Behaviour one = new Behaviour(Duration.ZERO, 0, 7);
        Behaviour again = new Behaviour(Duration.ZERO, 0, 7);
        assertThat(one.randomOf(3).longs(20).toArray())
                .isEqualTo(again.randomOf(3).longs(20).toArray())
                .isNotEqualTo(one.randomOf(4).longs(20).toArray())
                .isNotEqualTo(
                        new Behaviour(Duration.ZERO, 0, 8).randomOf(3).longs(20).toArray());
    }

    @Test
    void aShareBeyondOneIsRefused() {
        assertThatThrownBy(() -> new Behaviour(Duration.ZERO, 1.1, 1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> new Behaviour(Duration.ZERO, -0.1, 1)).hasMessageContaining("between 0 and 1");
    }
}
