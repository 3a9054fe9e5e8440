package io.gpuaas.controlplane.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressGroupTest {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7",
        "::ffff:203.0.113.7, 203.0.113.7",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:0:0:0:0/64",
        "2001:db8:1:2::9, 2001:db8:1:2:0:0:0:0/64",
        "fe80::1%eth9, unknown",
        "not an address, unknown"
    })
    void anAddressCountsWithItsNetwork(String address, String group) {
        assertThat(AddressGroup.of(address)).isEqualTo(group);
    }

    @Test
    void noAddressIsAGroupToo() {
        assertThat(AddressGroup.of(null)).isEqualTo("unknown");
    }
}
