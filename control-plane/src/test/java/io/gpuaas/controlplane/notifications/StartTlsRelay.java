package io.gpuaas.controlplane.notifications;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A mail server's door: takes nothing but STARTTLS, and what comes after it goes on to a server that cannot do it itself. */
final class StartTlsRelay implements AutoCloseable {

    private final ServerSocket door;
    private final SSLContext context;
    private final int behind;

    /** Connections that became secret. */
    final AtomicInteger secured = new AtomicInteger();

    StartTlsRelay(SSLContext context, int behind) throws IOException {
        this.door = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        this.context = context;
        this.behind = behind;
        Thread.ofVirtual().start(this::open);
    }

    int port() {
        return door.getLocalPort();
    }

    private void open() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                Thread.ofVirtual().start(() -> welcome(caller));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void welcome(Socket caller) {
        try (caller) {
            say(caller, "220 ready");
            for (String line = hear(caller); !line.isEmpty(); line = hear(caller)) {
                switch (line.toUpperCase(Locale.ROOT).split(" ", 2)[0]) {
                    case "EHLO", "HELO" -> say(caller, "250-here\r\n250 STARTTLS");
                    case "STARTTLS" -> {
                        say(caller, "220 go ahead");
                        relay((SSLSocket) context.getSocketFactory().createSocket(caller, null, true));
                        return;
                    }
                    case "QUIT" -> {
                        say(caller, "221 bye");
                        return;
                    }
                    default -> say(caller, "530 Must issue a STARTTLS command first");
                }
            }
        } catch (IOException e) {
            // The caller went away, which some tests want.
        }
    }

    private void relay(SSLSocket caller) throws IOException {
        caller.setUseClientMode(false);
        caller.startHandshake();
        secured.incrementAndGet();
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            hear(server);
            Thread.ofVirtual().start(() -> copy(server, caller));
            caller.getInputStream().transferTo(server.getOutputStream());
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Either side is gone.
        }
    }

    private static void say(Socket to, String line) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Byte by byte: what comes after a line may belong to TLS. */
    private static String hear(Socket from) throws IOException {
        InputStream in = from.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
