package io.gpuaas.agent.ssh;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.host.SshServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.UUID;

/** One open connection to an SSH server. Closing it ends reads and writes that wait. */
final class ServerChannel implements Closeable {

    private static final int CONNECT_MILLIS_MAX = 10_000;

    private final InputStream in;
    private final OutputStream out;
    private final Closeable connection;

    private ServerChannel(InputStream in, OutputStream out, Closeable connection) {
        this.in = in;
        this.out = out;
        this.connection = connection;
    }

    static ServerChannel open(SshServer server, UUID allocation) throws IOException {
        return switch (server) {
            case SshServer.Address address -> dial(address, allocation);
            case SshServer.Served served -> start(served.program());
        };
    }

    /**
     * Each allocation has a loopback address of its own to come from: SSH servers punish the address of failed sign-ins,
     * and one tenant's must not shut out the others or the agent.
     */
    private static ServerChannel dial(SshServer.Address address, UUID allocation) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            InetAddress target = InetAddress.getByName(address.host());
            if (target.isLoopbackAddress() && target instanceof Inet4Address) {
                socket.bind(new InetSocketAddress(source(allocation), 0));
            }
            socket.connect(new InetSocketAddress(target, address.port()), CONNECT_MILLIS_MAX);
            return new ServerChannel(socket.getInputStream(), socket.getOutputStream(), socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static InetAddress source(UUID allocation) throws UnknownHostException {
        int hash = allocation.hashCode();
        return InetAddress.getByAddress(new byte[] {
            127, (byte) (1 + Math.floorMod(hash >> 16, 254)), (byte) (hash >> 8), (byte) (1 + Math.floorMod(hash, 254))
        });
    }

    private static ServerChannel start(Shell program) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.command())
                .directory(program.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(program.environment());
        Process process = builder.start();
        return new ServerChannel(process.getInputStream(), process.getOutputStream(), process::destroyForcibly);
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
