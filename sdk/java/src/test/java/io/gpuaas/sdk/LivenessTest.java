package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.sdk.Liveness.Act;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTest {

    private final Liveness liveness = new Liveness(
            new TerminalClient.Patience(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(65)));
    private final long began = System.nanoTime();

    private Act look(long seconds) {
        return liveness.look(at(seconds));
    }

    private long at(long seconds) {
        return began + Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void silenceIsAskedAboutOnceAndNoAnswerMeansThatItIsLost() {
        liveness.opened(true);
        liveness.heard(at(0));
        assertThat(look(14)).isEqualTo(Act.WAIT);
        assertThat(look(15)).isEqualTo(Act.ASK);
        assertThat(look(24)).isEqualTo(Act.WAIT);
        assertThat(look(25)).isEqualTo(Act.LOST);
    }

    @Test
    void anAnswerIsGoodUntilTheNextSilence() {
        liveness.opened(true);
        liveness.heard(at(0));
        assertThat(look(15)).isEqualTo(Act.ASK);
        liveness.heard(at(16));
        assertThat(look(30)).isEqualTo(Act.WAIT);
        assertThat(look(31)).isEqualTo(Act.ASK);
    }

    @Test
    void aSlowDisplayIsNotTakenForALostConnection() {
        liveness.opened(true);
        liveness.heard(at(0));
        liveness.beginShowing();
        assertThat(look(600)).isEqualTo(Act.WAIT);
        assertThat(look(1_200)).isEqualTo(Act.WAIT);
        liveness.endShowing(at(1_300));
        assertThat(look(1_314)).isEqualTo(Act.WAIT);
        assertThat(look(1_315)).isEqualTo(Act.ASK);
    }

    @Test
    void aHostThatDoesNotKnowTheQuestionIsNotAskedAndATerminalMustOpenInTime() {
        assertThat(look(64)).isEqualTo(Act.WAIT);
        assertThat(look(66)).isEqualTo(Act.LOST);
        liveness.opened(false);
        assertThat(look(10_000)).isEqualTo(Act.WAIT);
    }
}
