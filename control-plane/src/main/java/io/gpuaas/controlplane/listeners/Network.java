package io.gpuaas.controlplane.listeners;

import java.math.BigInteger;
import java.net.InetAddress;

/** A block of addresses in CIDR form, for example 10.0.0.0/8. */
record Network(BigInteger address, int prefixBits, int addressBits) {

    static Network parse(String text) {
        String[] parts = text.split("/", 2);
        InetAddress base = literal(parts[0]);
        int bits = base.getAddress().length * Byte.SIZE;
        int prefix = parts.length == 1 ? bits : Integer.parseInt(parts[1]);
        if (prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException("'" + text + "' is not a network in CIDR form");
        }
        return new Network(new BigInteger(1, base.getAddress()), prefix, bits);
    }

    boolean contains(String text) {
        byte[] other = literal(text).getAddress();
        int rest = addressBits - prefixBits;
        return other.length * Byte.SIZE == addressBits
                && new BigInteger(1, other).shiftRight(rest).equals(address.shiftRight(rest));
    }

    /** Only literals: a name would ask the resolver. */
    private static InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not an IP address", e);
        }
    }
}
