package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.0/8, 127.9.9.9, true",
        "127.0.0.0/8, 128.0.0.1, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "::1/128, ::1, true",
        "127.0.0.0/8, ::1, false",
        "0.0.0.0/0, 8.8.8.8, true"
    })
    void contains(String network, String address, boolean inside) {
        assertThat(Network.parse(network).contains(address)).isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost/8", "127.0.0.0/33", "x"})
    void refusesWhatIsNoNetwork(String text) {
        assertThatThrownBy(() -> Network.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
