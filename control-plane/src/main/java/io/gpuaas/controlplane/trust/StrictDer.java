package io.gpuaas.controlplane.trust;

/** Checks that an ECDSA signature is DER and nothing else: two shortest positive integers, no trailing bytes. */
final class StrictDer {

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;

    private StrictDer() {}

    static boolean isEcdsa(byte[] der, int fieldBytes) {
        // The body of both curves is shorter than 128 bytes, so lengths have one byte.
        if (der.length < 8 || der[0] != SEQUENCE || der[1] < 0 || der[1] != der.length - 2) {
            return false;
        }
        int second = integerEnd(der, 2, fieldBytes);
        return second > 0 && integerEnd(der, second, fieldBytes) == der.length;
    }

    /** Returns the place behind the integer, or -1. */
    private static int integerEnd(byte[] der, int at, int fieldBytes) {
        if (at + 3 > der.length || der[at] != INTEGER) {
            return -1;
        }
        int length = der[at + 1];
        int end = at + 2 + length;
        if (length < 1 || length > fieldBytes + 1 || end > der.length || der[at + 2] < 0) {
            return -1;
        }
        boolean padded = der[at + 2] == 0;
        boolean shortest = !padded || (length > 1 && der[at + 3] < 0);
        return shortest ? end : -1;
    }
}
