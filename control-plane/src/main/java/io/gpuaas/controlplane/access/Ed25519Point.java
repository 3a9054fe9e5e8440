package io.gpuaas.controlplane.access;

import java.math.BigInteger;

/** Distinguishes real Ed25519 keys from other 32 bytes. OpenSSH does not check; see RFC 8032, 5.1.3. */
final class Ed25519Point {

    static final int BYTES = 32;

    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(P))
            .mod(P);
    private static final BigInteger HALF_OF_P = P.shiftRight(1);

    private Ed25519Point() {}

    /** True for a point on the curve of large order. Below one of the eight of small order, anybody can sign. */
    static boolean isUsable(byte[] encoded) {
        BigInteger y = new BigInteger(1, reversed(encoded)).clearBit(BYTES * Byte.SIZE - 1);
        if (y.compareTo(P) >= 0) {
            return false;
        }
        BigInteger ySquared = y.multiply(y).mod(P);
        // -x² + y² = 1 + d x² y², solved for x²
        BigInteger xSquared = ySquared.subtract(BigInteger.ONE)
                .multiply(D.multiply(ySquared).add(BigInteger.ONE).modInverse(P))
                .mod(P);
        boolean onCurve =
                xSquared.signum() == 0 || xSquared.modPow(HALF_OF_P, P).equals(BigInteger.ONE);
        // Of order 1 or 2: x = 0. Of order 4: y = 0. Of order 8: twice the point has y = 0, which is x² + y² = 0.
        boolean smallOrder = xSquared.signum() == 0
                || ySquared.signum() == 0
                || xSquared.add(ySquared).mod(P).signum() == 0;
        return onCurve && !smallOrder;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = bytes[bytes.length - 1 - i];
        }
        return result;
    }
}
