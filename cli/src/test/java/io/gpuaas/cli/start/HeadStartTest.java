package io.gpuaas.cli.start;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class HeadStartTest {

    /** An exception of its thread would be printed beside every command. */
    @Test
    void theSampleIsAReadableAnswer() {
        assertThatCode(HeadStart::run).doesNotThrowAnyException();
    }
}
