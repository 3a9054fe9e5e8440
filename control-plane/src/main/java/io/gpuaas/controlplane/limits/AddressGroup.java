package io.gpuaas.controlplane.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that count as one caller: an IPv4 address, or the /64 an IPv6 address is in, since one host may use every
 * address of its /64.
 */
public final class AddressGroup {

    private static final int NETWORK_BYTES = 8;
    private static final String UNKNOWN = "unknown";

    private AddressGroup() {}

    public static String of(@Nullable String address) {
        if (address == null) {
            return UNKNOWN;
        }
        try {
            // A literal alone; an IPv4 address inside an IPv6 one comes out as IPv4.
            InetAddress parsed = InetAddress.ofLiteral(address);
            if (!(parsed instanceof Inet6Address)) {
                return parsed.getHostAddress();
            }
            byte[] network = Arrays.copyOf(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES), 2 * NETWORK_BYTES);
            return InetAddress.getByAddress(network).getHostAddress() + "/64";
        } catch (IllegalArgumentException | java.net.UnknownHostException e) {
            return UNKNOWN;
        }
    }
}
