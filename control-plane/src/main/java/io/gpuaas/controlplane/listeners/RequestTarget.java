package io.gpuaas.controlplane.listeners;

/**
 * Separates unambiguous paths from those that a proxy and this server might read differently: with parameters, empty or
 * dot segments, or encoded separators. They could circumvent a proxy's rule about a path.
 */
final class RequestTarget {

    private static final int DELETE = 0x7F;
    private static final int FIRST_VISIBLE = 0x20;

    private RequestTarget() {}

    static boolean isPlain(String path) {
        StringBuilder decoded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '%') {
                int octet = octet(path, i + 1);
                if (octet < 0 || isSeparator((char) octet) || isControl((char) octet)) {
                    return false;
                }
                decoded.append((char) octet);
                i += 2;
            } else if (c == ';' || c == '\\' || isControl(c)) {
                return false;
            } else {
                decoded.append(c);
            }
        }
        return decoded.indexOf("//") < 0
                && decoded.indexOf("..") < 0
                && decoded.indexOf("/./") < 0
                && !decoded.toString().endsWith("/.");
    }

    /** Includes the percent sign, which hides another separator from us but not from servers that decode twice. */
    private static boolean isSeparator(char c) {
        return c == '/' || c == '\\' || c == ';' || c == '%';
    }

    private static boolean isControl(char c) {
        return c < FIRST_VISIBLE || c == DELETE;
    }

    private static int octet(String path, int from) {
        if (from + 2 > path.length()) {
            return -1;
        }
        int high = Character.digit(path.charAt(from), 16);
        int low = Character.digit(path.charAt(from + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
