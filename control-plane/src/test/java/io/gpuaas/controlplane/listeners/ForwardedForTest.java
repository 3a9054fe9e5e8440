package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardedForTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "192.0.2.1:4711, 192.0.2.1",
        "2001:db8::1, 2001:db8:0:0:0:0:0:1",
        "[2001:db8::1], 2001:db8:0:0:0:0:0:1",
        "[2001:db8::1]:80, 2001:db8:0:0:0:0:0:1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "fe80::1%eth0, fe80:0:0:0:0:0:0:1"
    })
    void oneClientHasOneName(String text, String address) {
        assertThat(ForwardedFor.address(text)).contains(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "_hidden",
                "localhost",
                "1",
                "192.0.2",
                "1.2.3.4.5",
                "300.1.1.1",
                "::g",
                "[::1",
                "a:b"
            })
    void textThatIsNoAddressIsIgnored(String text) {
        assertThat(ForwardedFor.address(text)).isEmpty();
    }

    private static String text(List<Optional<String>> hops) {
        return hops.stream().map(hop -> hop.orElse("-")).collect(Collectors.joining(" "));
    }

    @Test
    void listsAreReadInTheirOrder() {
        assertThat(text(ForwardedFor.xForwardedFor(List.of("192.0.2.1, x", "192.0.2.3"))))
                .isEqualTo("192.0.2.1 - 192.0.2.3");
        assertThat(text(ForwardedFor.forwarded(List.of(
                        "for=192.0.2.1;proto=http, For=\"[2001:db8::1]:4711\" ; by=_x", "proto=https", "for=unknown"))))
                .isEqualTo("192.0.2.1 2001:db8:0:0:0:0:0:1 - -");
    }

    @Test
    void quotesHideNoHop() {
        assertThat(text(ForwardedFor.forwarded(List.of("for=\"192.0.2.1, for=192.0.2.2\", for=192.0.2.3"))))
                .isEqualTo("- 192.0.2.3");
        assertThat(text(ForwardedFor.forwarded(List.of("for=192.0.2.1;for=192.0.2.2"))))
                .isEqualTo("-");
    }

    @Test
    void aClientsOpenQuoteDoesNotSwallowWhatTheProxyAppends() {
        assertThat(text(ForwardedFor.forwarded(
                        List.of("for=198.51.100.7;x=\", for=203.0.113.9;proto=https", "for=192.0.2.1"))))
                .isEqualTo("- 192.0.2.1");
    }
}
