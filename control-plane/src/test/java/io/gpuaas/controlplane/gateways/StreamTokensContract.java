package io.gpuaas.controlplane.gateways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.gateways.StreamTokens.Reason;
import io.gpuaas.controlplane.gateways.StreamTokens.Token;
import io.gpuaas.controlplane.gateways.StreamTokens.Use;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.StreamId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract of every store of stream tokens. */
abstract class StreamTokensContract {

    private static final GatewayId GATEWAY = new GatewayId(UUID.randomUUID());
    private static final int RIVALS = 32;

    /** Redis counts whole milliseconds from when the token arrives there. */
    private static final Duration EXPIRY_SLACK = Duration.ofMillis(20);

    private final StreamId stream = new StreamId(UUID.randomUUID());
    private final String secret = Secrets.create();
    private final String digest = Secrets.digest(secret);

    abstract StreamTokens tokens();

    /** Everything the store holds, as text. */
    abstract String dump();

    private Instant add(Duration time) {
        Instant expiresAt = Clock.systemUTC().instant().plus(time);
        tokens().add(new Token(digest, stream, GATEWAY, expiresAt));
        return expiresAt;
    }

    private Use use() {
        return tokens().use(GATEWAY, digest);
    }

    @Test
    void ofManyThatComeAtOnceOneIsLetIn() throws Exception {
        add(Duration.ofMinutes(5));
        List<Callable<Use>> rivals = new ArrayList<>();
        for (int i = 0; i < RIVALS; i++) {
            rivals.add(this::use);
        }
        List<Use> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Use> one : threads.invokeAll(rivals)) {
                answers.add(one.get());
            }
        }
        assertThat(answers)
                .containsOnlyOnce(new Use.Good(stream))
                .filteredOn(answer -> answer.equals(new Use.Refused(Reason.USED)))
                .hasSize(RIVALS - 1);
    }

    @Test
    void anotherGatewayNeitherUsesATokenNorUsesItUp() {
        add(Duration.ofMinutes(5));
        GatewayId other = new GatewayId(UUID.randomUUID());
        assertThat(tokens().use(other, digest)).isInstanceOf(Use.Refused.class);
        assertThat(use()).isEqualTo(new Use.Good(stream));
        assertThat(tokens().use(other, digest)).isInstanceOf(Use.Refused.class);
    }

    @Test
    void aTokenThatWasNeverMadeOrIsNotWholeOpensNothing() {
        add(Duration.ofMinutes(5));
        assertThat(tokens().use(GATEWAY, Secrets.digest(Secrets.create()))).isEqualTo(new Use.Refused(Reason.UNKNOWN));
        assertThat(tokens().use(GATEWAY, digest.substring(1))).isEqualTo(new Use.Refused(Reason.UNKNOWN));
        assertThat(tokens().use(GATEWAY, secret)).isEqualTo(new Use.Refused(Reason.UNKNOWN));
    }

    @Test
    void aTokenExpiresUnused() {
        Instant over = add(Duration.ofMillis(50)).plus(EXPIRY_SLACK);
        await().until(() -> Clock.systemUTC().instant().isAfter(over));
        assertThat(use()).isIn(new Use.Refused(Reason.EXPIRED), new Use.Refused(Reason.UNKNOWN));
    }

    @Test
    void theTokenItselfIsNotKept() {
        add(Duration.ofMinutes(5));
        assertThat(dump()).contains(digest).doesNotContain(secret);
    }
}
