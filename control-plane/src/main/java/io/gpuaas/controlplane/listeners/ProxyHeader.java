package io.gpuaas.controlplane.listeners;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Parses the header of the PROXY protocol, version 2, that a proxy sends before the client's first byte. Reads no byte
 * beyond it, in as many steps as it takes to arrive.
 */
final class ProxyHeader {

    /** Addresses take 216 bytes at most; the rest is for extensions, which are skipped. */
    static final int BYTES_MAX = 1024;

    private static final byte[] SIGNATURE = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a");
    private static final int FIXED_BYTES = 16;
    private static final int VERSION_2 = 0x20;
    private static final int LOCAL = 0;
    private static final int PROXY = 1;
    private static final int UNSPECIFIED = 0x00;
    private static final int TCP_OVER_IPV4 = 0x11;
    private static final int TCP_OVER_IPV6 = 0x21;
    private static final int UNIX_STREAM = 0x31;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int PORTS_BYTES = 4;

    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX).limit(FIXED_BYTES);

    /** True when the header is here as a whole. */
    boolean readFrom(ReadableByteChannel channel) throws IOException {
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes);
            if (read < 0) {
                throw new EOFException("the proxy hung up before its header was complete");
            }
            requireSignature();
            if (read == 0) {
                return false;
            }
            if (!bytes.hasRemaining() && bytes.limit() == FIXED_BYTES) {
                bytes.limit(FIXED_BYTES + addressBytes());
            }
        }
        return true;
    }

    private void requireSignature() throws ProtocolException {
        for (int i = 0; i < Math.min(bytes.position(), SIGNATURE.length); i++) {
            if (bytes.get(i) != SIGNATURE[i]) {
                throw new ProtocolException("a proxy began without a header of the PROXY protocol, version 2");
            }
        }
    }

    private int addressBytes() throws ProtocolException {
        int length = Short.toUnsignedInt(bytes.getShort(14));
        int command = bytes.get(12) & 0xFF;
        if (command != (VERSION_2 | LOCAL) && command != (VERSION_2 | PROXY)) {
            throw new ProtocolException("version or command of the PROXY protocol is not known");
        }
        if (length > BYTES_MAX - FIXED_BYTES || length < needed()) {
            throw new ProtocolException("a header of the PROXY protocol has an impossible length");
        }
        return length;
    }

    private int needed() throws ProtocolException {
        return switch (bytes.get(13) & 0xFF) {
            case TCP_OVER_IPV4 -> 2 * IPV4_BYTES + PORTS_BYTES;
            case TCP_OVER_IPV6 -> 2 * IPV6_BYTES + PORTS_BYTES;
            case UNSPECIFIED, UNIX_STREAM -> 0;
            default -> throw new ProtocolException("a header of the PROXY protocol names a transport that is not TCP");
        };
    }

    /** The client of the proxy; empty when the proxy connects for itself, for example for a health check. */
    Optional<InetAddress> client() throws IOException {
        int family = bytes.get(13) & 0xFF;
        boolean forItself = (bytes.get(12) & 0x0F) == LOCAL;
        if (forItself || (family != TCP_OVER_IPV4 && family != TCP_OVER_IPV6)) {
            return Optional.empty();
        }
        byte[] address = new byte[family == TCP_OVER_IPV4 ? IPV4_BYTES : IPV6_BYTES];
        bytes.get(FIXED_BYTES, address);
        return Optional.of(InetAddress.getByAddress(address));
    }
}
