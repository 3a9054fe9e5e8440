package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SigningKeysTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aYoungKeyStays() {
        List<JWK> keys = SigningKeys.current(List.of(), START);
        assertThat(SigningKeys.current(keys, START.plus(Duration.ofDays(80)))).isEqualTo(keys);
    }

    @Test
    void anOldKeyGetsASuccessorInFrontAndLeavesWhenNothingItSignedIsValidAnyMore() {
        List<JWK> first = SigningKeys.current(List.of(), START);
        Instant later = START.plus(Duration.ofDays(91));
        List<JWK> both = SigningKeys.current(first, later);
        assertThat(both).hasSize(2);
        assertThat(both.get(1)).isEqualTo(first.getFirst());
        assertThat(SigningKeys.current(both, later.plus(Duration.ofDays(1)))).isEqualTo(both);
        assertThat(SigningKeys.current(both, later.plus(Duration.ofDays(3)))).containsExactly(both.getFirst());
    }
}
