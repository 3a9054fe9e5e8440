package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.RetryLimits;
import io.gpuaas.sdk.TerminalClient.Ending;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class ReconnectingTest {

    private static final Ending BROKEN = new Ending("connection lost", null, false);

    private final List<String> told = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final Reconnecting reconnecting = new Reconnecting(told::add, (hurry, atMost) -> pauses.add(atMost));

    /** Breaks every time; the tries of which the predicate is true stood before that. */
    private static final class Breaking implements Reconnecting.Connections {

        private final IntPredicate stands;
        private final int triesMax;
        private int tries;
        private int opened;

        Breaking(int triesMax, IntPredicate stands) {
            this.triesMax = triesMax;
            this.stands = stands;
        }

        @Override
        public Ending carry(boolean isFirst) {
            assertThat(isFirst).isEqualTo(tries == 0);
            if (stands.test(tries++)) {
                opened++;
            }
            return tries > triesMax ? new Ending("exited", 3, true) : BROKEN;
        }

        @Override
        public int opened() {
            return opened;
        }
    }

    @Test
    void itTriesForAboutTenMinutesAndThenSaysWhy() throws Exception {
        Ending ending = reconnecting.carry(new Breaking(Integer.MAX_VALUE, number -> number == 0));
        assertThat(ending).isEqualTo(BROKEN);
        assertThat(pauses).hasSize(Reconnecting.TRIES_MAX);
        assertThat(pauses.getFirst()).isEqualTo(Reconnecting.PAUSE);
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
        assertThat(told).as("once for each break").containsExactly("connection lost; reconnecting");
    }

    /** Also when nothing was printed meanwhile. */
    @Test
    void afterAConnectionThatStoodTheTriesCountAnew() throws Exception {
        int breaks = 3 * Reconnecting.TRIES_MAX;
        Ending ending = reconnecting.carry(new Breaking(breaks, number -> number % 50 == 0));
        assertThat(ending.exitCode()).isEqualTo(3);
        assertThat(pauses).hasSize(breaks);
        assertThat(pauses.stream().filter(Reconnecting.PAUSE::equals))
                .as("a first try after each connection that stood")
                .hasSize(1 + breaks / 50);
    }

    /** The first connection breaks, the server refuses the next with this, and lets in who tries once more. */
    private Ending comeBack(int status, String code) throws Exception {
        try (FakeServer server = new FakeServer().refuses("GET /api/v1/me", status, code);
                GpuaasClient client = GpuaasClient.connectAnonymously(URI.create(server.url()))
                        .retrying(RetryLimits.NONE)) {
            return reconnecting.carry(new Reconnecting.Connections() {
                private int tries;

                @Override
                public Ending carry(boolean isFirst) {
                    if (++tries == 2) {
                        client.identity().getMe();
                    }
                    return isFirst ? BROKEN : new Ending("exited", 3, true);
                }

                @Override
                public int opened() {
                    return 1;
                }
            });
        }
    }

    @Test
    void aHostThatIsNotHeardOfIsTriedAgainAndATerminalThatEndedIsNot() throws Exception {
        assertThat(comeBack(503, "node_out_of_reach").exitCode()).isEqualTo(3);
        Ending ended = comeBack(409, "terminal_unavailable");
        assertThat(ended.isFinal()).isTrue();
        assertThat(ended.exitCode()).isNull();
    }

    @Test
    void leavingOnPurposeDoesNotReconnect() throws Exception {
        Breaking connections = new Breaking(Integer.MAX_VALUE, number -> true);
        Reconnecting leaving = new Reconnecting(told::add, (hurry, atMost) -> {});
        leaving.leave();
        assertThat(leaving.carry(connections)).isEqualTo(Reconnecting.LEFT);
        assertThat(connections.tries).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    void hurryingSkipsThePause() throws Exception {
        Reconnecting waiting = new Reconnecting(told::add, (hurry, atMost) -> {
            pauses.add(atMost);
            hurry.acquire();
        });
        Breaking connections = new Breaking(1, number -> false);
        Thread carrying = Thread.ofVirtual().start(() -> {
            try {
                waiting.carry(connections);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (carrying.isAlive()) {
            waiting.hurry();
            carrying.join(Duration.ofMillis(10));
        }
        assertThat(connections.tries).isEqualTo(2);
    }
}
