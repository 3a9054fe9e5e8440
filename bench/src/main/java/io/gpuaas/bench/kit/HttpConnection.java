package io.gpuaas.bench.kit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection that is kept alive and costs next to nothing, so that two cores are left to
 * the server. Opens itself again when the server closes it.
 */
public final class HttpConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int LINE_BYTES_MAX = 16 * 1024;
    private static final int BODY_BYTES_MAX = 1024 * 1024;

    private final int port;
    private @Nullable Open open;
    private long opened;

    public HttpConnection(int port) {
        this.port = port;
    }

    private record Open(Socket socket, InputStream in, OutputStream out) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Response(int status, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** How often a connection had to be opened. */
    public long opened() {
        return opened;
    }

    public Response exchange(byte[] request) throws IOException {
        Open connection = connected();
        connection.out().write(request);
        String status = line(connection.in());
        int length = 0;
        boolean chunked = false;
        boolean closes = false;
        for (String header = line(connection.in()); !header.isEmpty(); header = line(connection.in())) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            } else if (lower.startsWith("connection:")) {
                closes = lower.endsWith("close");
            }
        }
        byte[] body = chunked ? chunks(connection.in()) : read(connection.in(), length);
        if (closes) {
            close();
        }
        return new Response(Integer.parseInt(status, 9, 12, 10), body);
    }

    private Open connected() throws IOException {
        Open known = open;
        if (known != null) {
            return known;
        }
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        Open fresh = new Open(socket, new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        open = fresh;
        opened++;
        return fresh;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LINE_BYTES_MAX) {
                throw new EOFException("the server closed the connection in the middle of an answer");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static byte[] read(InputStream in, int length) throws IOException {
        if (length > BODY_BYTES_MAX) {
            throw new IOException("an answer of " + length + " bytes is too long");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server closed the connection in the middle of a body");
        }
        return bytes;
    }

    private static byte[] chunks(InputStream in) throws IOException {
        java.io.ByteArrayOutputStream body = new java.io.ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            body.writeBytes(read(in, size));
            line(in);
        }
        line(in);
        return body.toByteArray();
    }

    @Override
    public void close() throws IOException {
        Open known = open;
        open = null;
        if (known != null) {
            known.socket().close();
        }
    }
}
