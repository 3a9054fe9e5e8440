package io.gpuaas.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource
    void eachIsFoundByItsCodeAndSaysWhatToDo(ErrorCode code) {
        assertThat(ErrorCode.find(code.code())).contains(code);
        assertThat(code.title()).isNotBlank().doesNotEndWith(".");
        assertThat(code.explanation()).endsWith(".");
    }

    @ParameterizedTest
    @EnumSource
    void aStatusBelow500IsNoFaultOfOurs(ErrorCode code) {
        assertThat(code.status()).isBetween(400, 599);
        if (code.blame() == Blame.BUG) {
            assertThat(code.status()).isGreaterThanOrEqualTo(500);
        }
    }

    @Test
    void codesDifferAndOthersAreNotFound() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::code)).doesNotHaveDuplicates();
        assertThat(ErrorCode.find("no_such_code")).isEmpty();
    }
}
