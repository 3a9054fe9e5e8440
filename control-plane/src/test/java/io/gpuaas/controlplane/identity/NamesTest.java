package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.platform.ProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"Acme", "Größe & Söhne", "Мир труд", "東京 GPU ラボ", "GPU-лаборатория", "Ελλάς 2", "שלום"})
    void wordsOfOneScriptAreNames(String name) {
        assertThat(Names.require("name", name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0410cme", // Cyrillic A
                "Acm\u0435", // Cyrillic e
                "\u039Fracle", // Greek O
                "Team \u0420aris", // Cyrillic P in the second word
                "Acme\u200B", // zero width space
                "\u202Eemca", // turned around
                "Acme\u0000"
            })
    void namesThatPassForOthersAreRefused(String name) {
        assertThatThrownBy(() -> Names.require("name", name)).isInstanceOf(ProblemException.class);
    }
}
