package io.gpuaas.controlplane.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.trust.LaunchDecision.Allowed;
import io.gpuaas.controlplane.trust.LaunchDecision.Launch;
import io.gpuaas.controlplane.trust.LaunchDecision.Refused;
import io.gpuaas.controlplane.trust.LaunchDecision.Scope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LaunchDecisionTest {

    /** Trust and promotion, then for strict and permissive policy: own tenant, other tenant. "!" allows a warning. */
    private static final String TABLE = """
            VERIFIED            PUBLISHED  yes NOT_PROMOTED yes NOT_PROMOTED
            VERIFIED            PROMOTED   yes yes yes yes
            VERIFIED            DEPRECATED DEPRECATED! DEPRECATED! DEPRECATED! DEPRECATED!
            VERIFIED            RETIRED    RETIRED RETIRED RETIRED RETIRED
            UNVERIFIED          PUBLISHED  NOT_VERIFIED NOT_VERIFIED UNVERIFIED! NOT_PROMOTED
            UNVERIFIED          PROMOTED   NOT_VERIFIED NOT_VERIFIED UNVERIFIED! UNVERIFIED!
            UNVERIFIED          DEPRECATED NOT_VERIFIED NOT_VERIFIED DEPRECATED,UNVERIFIED! DEPRECATED,UNVERIFIED!
            UNVERIFIED          RETIRED    NOT_VERIFIED NOT_VERIFIED RETIRED RETIRED
            FAILED_VERIFICATION PUBLISHED  FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION
            FAILED_VERIFICATION PROMOTED   FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION
            FAILED_VERIFICATION DEPRECATED FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION
            FAILED_VERIFICATION RETIRED    FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION FAILED_VERIFICATION
            REVOKED             PUBLISHED  REVOKED REVOKED REVOKED REVOKED
            REVOKED             PROMOTED   REVOKED REVOKED REVOKED REVOKED
            REVOKED             DEPRECATED REVOKED REVOKED REVOKED REVOKED
            REVOKED             RETIRED    REVOKED REVOKED REVOKED REVOKED
            """;

    @Test
    void newLaunchesFollowTheTable() {
        Map<String, String> decided = new HashMap<>();
        Map<String, String> expected = new HashMap<>();
        for (String line : TABLE.lines().toList()) {
            List<String> cells = List.of(line.split(" +"));
            TrustState trust = TrustState.valueOf(cells.get(0));
            PromotionState promotion = PromotionState.valueOf(cells.get(1));
            int cell = 2;
            for (TrustPolicy policy : List.of(TrustPolicy.STRICT, TrustPolicy.PERMISSIVE)) {
                for (Scope scope : Scope.values()) {
                    String key = trust + " " + promotion + " " + policy + " " + scope;
                    expected.put(key, cells.get(cell++));
                    decided.put(key, shown(LaunchDecision.decide(trust, promotion, scope, policy, Launch.NEW)));
                }
            }
        }
        assertThat(decided).hasSize(4 * 4 * 2 * 2).isEqualTo(expected);
    }

    @Test
    void aRetiredArtifactRestartsOnlyWhileItIsVerified() {
        for (TrustState trust : TrustState.values()) {
            for (TrustPolicy policy : TrustPolicy.values()) {
                LaunchDecision decided = LaunchDecision.decide(
                        trust, PromotionState.RETIRED, Scope.OTHER_TENANT, policy, Launch.RESTART);
                assertThat(decided instanceof Allowed).isEqualTo(trust == TrustState.VERIFIED);
            }
        }
    }

    @Test
    void auditRecordsWhatPermissiveWarnsAbout() {
        assertThat(shown(LaunchDecision.decide(
                        TrustState.UNVERIFIED,
                        PromotionState.PROMOTED,
                        Scope.OTHER_TENANT,
                        TrustPolicy.AUDIT,
                        Launch.NEW)))
                .isEqualTo("RECORD_UNVERIFIED!");
    }

    @Test
    void aNarrowerScopeOnlyTightens() {
        assertThat(TrustPolicy.STRICT.tightenedBy(TrustPolicy.AUDIT)).isEqualTo(TrustPolicy.STRICT);
        assertThat(TrustPolicy.AUDIT.tightenedBy(TrustPolicy.PERMISSIVE)).isEqualTo(TrustPolicy.PERMISSIVE);
        assertThat(TrustPolicy.PERMISSIVE.tightenedBy(TrustPolicy.AUDIT)).isEqualTo(TrustPolicy.PERMISSIVE);
    }

    @Test
    void statesMoveAlongTheirTables() {
        assertThat(moves(TrustState.values()))
                .isEqualTo("UNVERIFIED: VERIFIED FAILED_VERIFICATION REVOKED; VERIFIED: UNVERIFIED REVOKED;"
                        + " FAILED_VERIFICATION: VERIFIED REVOKED; REVOKED: ");
        assertThat(Arrays.stream(PromotionState.values())
                        .map(from -> from + ":"
                                + Arrays.stream(PromotionState.values())
                                        .filter(from::mayMoveTo)
                                        .map(to -> " " + to)
                                        .collect(Collectors.joining()))
                        .toList())
                .containsExactly(
                        "PUBLISHED: PROMOTED RETIRED",
                        "PROMOTED: DEPRECATED",
                        "DEPRECATED: PROMOTED RETIRED",
                        "RETIRED:");
    }

    private static String moves(TrustState[] states) {
        return Arrays.stream(states)
                .map(from -> from + ": "
                        + Arrays.stream(states)
                                .filter(from::mayMoveTo)
                                .map(TrustState::name)
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("; "));
    }

    private static String shown(LaunchDecision decision) {
        return switch (decision) {
            case Refused refused -> refused.reason().name();
            case Allowed allowed ->
                allowed.warnings().isEmpty()
                        ? "yes"
                        : allowed.warnings().stream().sorted().map(Enum::name).collect(Collectors.joining(",")) + "!";
        };
    }
}
