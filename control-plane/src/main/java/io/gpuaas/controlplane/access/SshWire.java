package io.gpuaas.controlplane.access;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the binary form of a public key (RFC 4251): fields of a length and that many bytes, nothing before or after. */
final class SshWire {

    private final ByteBuffer bytes;

    SshWire(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    byte[] next(int bytesMax) {
        if (bytes.remaining() < Integer.BYTES) {
            throw AccessErrors.keyRefused("The key is truncated or damaged: it ends too early.");
        }
        // The length is unsigned on the wire; one with the highest bit set is longer than any key.
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw AccessErrors.keyRefused("The key is truncated or damaged: a length field points past its end.");
        }
        if (length > bytesMax) {
            throw AccessErrors.keyRefused("The key is damaged: one of its fields is too long.");
        }
        byte[] field = new byte[length];
        bytes.get(field);
        return field;
    }

    /** Names in keys are ASCII; other bytes become a character that equals none. */
    String nextName(int bytesMax) {
        return new String(next(bytesMax), StandardCharsets.US_ASCII);
    }

    /** A number above zero in its one shortest form: two spellings would give one key two fingerprints. */
    BigInteger nextPositive(int bitsMax) {
        byte[] field = next(bitsMax / Byte.SIZE + 1);
        boolean padded = field.length > 1 && field[0] == 0 && field[1] >= 0;
        BigInteger number = field.length == 0 ? BigInteger.ZERO : new BigInteger(field);
        if (number.signum() <= 0 || padded) {
            throw AccessErrors.keyRefused("The key is damaged: a number is not in canonical form.");
        }
        return number;
    }

    void end() {
        if (bytes.hasRemaining()) {
            throw AccessErrors.keyRefused("The key is damaged: there is extra data after its end.");
        }
    }
}
