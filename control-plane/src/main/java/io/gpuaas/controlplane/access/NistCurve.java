package io.gpuaas.controlplane.access;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.EllipticCurve;
import java.util.Arrays;

/** The curves of ECDSA keys. They have prime order, so every point on them but infinity, which has no form here, is good. */
enum NistCurve {
    P256("nistp256", "secp256r1", 256),
    P384("nistp384", "secp384r1", 384),
    P521("nistp521", "secp521r1", 521);

    private static final byte UNCOMPRESSED = 4;

    private final String sshName;
    private final String jdkName;
    private final int bits;

    NistCurve(String sshName, String jdkName, int bits) {
        this.sshName = sshName;
        this.jdkName = jdkName;
        this.bits = bits;
    }

    /** Reads the curve's name and a point on it, and gives the curve's size. */
    int readPoint(SshWire wire) {
        if (!wire.nextName(SshKeyType.NAME_BYTES_MAX).equals(sshName)) {
            throw AccessErrors.keyRefused("The key is damaged: its type does not match its curve.");
        }
        int coordinateBytes = (bits + Byte.SIZE - 1) / Byte.SIZE;
        byte[] point = wire.next(1 + 2 * coordinateBytes);
        if (point.length != 1 + 2 * coordinateBytes || point[0] != UNCOMPRESSED) {
            throw AccessErrors.keyRefused("The key is damaged: its point has an invalid format.");
        }
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + coordinateBytes));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(point, 1 + coordinateBytes, point.length));
        if (!contains(x, y)) {
            throw AccessErrors.keyRefused("The key is weak or damaged: its point is not on the curve.");
        }
        return bits;
    }

    private boolean contains(BigInteger x, BigInteger y) {
        EllipticCurve curve = parameters().getCurve();
        BigInteger prime = ((ECFieldFp) curve.getField()).getP();
        BigInteger right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB());
        return x.compareTo(prime) < 0
                && y.compareTo(prime) < 0
                && y.pow(2).subtract(right).mod(prime).signum() == 0;
    }

    private ECParameterSpec parameters() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(jdkName));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + jdkName, e);
        }
    }
}
