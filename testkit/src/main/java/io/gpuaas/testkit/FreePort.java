package io.gpuaas.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * A port on loopback for a server that cannot choose one itself. It lies below those the system gives to clients: one of
 * those could be taken by any connection before the server listens.
 */
public final class FreePort {

    private static final int FIRST = 12_000;
    private static final int LAST = 32_000;
    private static final int TRIED_MAX = 1_000;

    private FreePort() {}

    public static int find() {
        return find(0);
    }

    /** One whose neighbours at these offsets are free, too. */
    public static int find(int... offsets) {
        return ThreadLocalRandom.current()
                .ints(FIRST, LAST)
                .limit(TRIED_MAX)
                .filter(port -> IntStream.of(offsets).allMatch(offset -> isFree(port + offset)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
