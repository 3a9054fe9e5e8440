package io.gpuaas.agent.ssh;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.host.SshServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

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

    static ServerChannel open(SshServer server) throws IOException {
        return switch (server) {
            case SshServer.Address address -> dial(address);
            case SshServer.Served served -> start(served.program());
        };
    }

    private static ServerChannel dial(SshServer.Address address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS_MAX);
            return new ServerChannel(socket.getInputStream(), socket.getOutputStream(), socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
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
