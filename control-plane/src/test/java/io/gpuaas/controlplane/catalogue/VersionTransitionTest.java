package io.gpuaas.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.AppVersionState;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every act from every state: the states it may start from are listed, all others refuse it. */
class VersionTransitionTest {

    @ParameterizedTest
    @CsvSource({
        "REPLACE,               draft,             draft changes_requested",
        "SUBMIT,                submitted,         draft changes_requested",
        "WITHDRAW,              draft,             submitted in_review",
        "START_REVIEW,          in_review,         submitted",
        "APPROVE,               approved,          in_review",
        "REQUEST_CHANGES,       changes_requested, in_review",
        "REJECT,                rejected,          in_review",
        "PUBLISH,               published,         approved published",
        "PUBLISH_WITHIN_TENANT, published,         draft approved published",
        "DEPRECATE,             deprecated,        published"
    })
    void anActStartsFromItsStatesOnly(VersionTransition act, String to, String from) {
        for (AppVersionState state : AppVersionState.values()) {
            if (Arrays.asList(from.split(" ", -1)).contains(state.wire())) {
                assertThat(act.after(state).wire()).isEqualTo(to);
            } else {
                assertThatThrownBy(() -> act.after(state))
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                problem -> assertThat(problem.code()).isEqualTo(ErrorCode.APP_VERSION_STATE));
            }
        }
    }
}
