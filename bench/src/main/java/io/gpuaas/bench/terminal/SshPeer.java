package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** {@code ssh -tt} to a server of its own on loopback. */
final class SshPeer implements TerminalPeer {

    private final SshServer server;
    private final Process client;

    private SshPeer(SshServer server, Process client) {
        this.server = server;
        this.client = client;
    }

    static SshPeer start(Workspace workspace, TerminalMeter meter) throws Exception {
        SshServer server = SshServer.start(workspace);
        Process client = new ProcessBuilder(server.client(List.of("-tt"), "bash --norc"))
                .redirectError(server.folder().resolve("ssh.log").toFile())
                .start();
        Thread.ofPlatform().daemon().name("ssh-output").start(() -> copy(client.getInputStream(), meter));
        return new SshPeer(server, client);
    }

    private static void copy(InputStream from, TerminalMeter meter) {
        byte[] buffer = new byte[64 * 1024];
        try {
            int count;
            while ((count = from.read(buffer)) >= 0) {
                meter.take(ByteBuffer.wrap(buffer, 0, count));
            }
        } catch (IOException e) {
            // Closed because it was ended.
        }
    }

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public void type(byte[] keys) throws IOException {
        client.getOutputStream().write(keys);
        client.getOutputStream().flush();
    }

    @Override
    public Optional<Long> server() {
        return server.process().children().findFirst().map(ProcessHandle::pid);
    }

    @Override
    public void close() {
        client.destroyForcibly();
        server.close();
    }
}
