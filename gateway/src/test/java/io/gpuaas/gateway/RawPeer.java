package io.gpuaas.gateway;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A WebSocket of bytes written by hand: it says what no proper client would, and sees every frame that comes. */
final class RawPeer implements AutoCloseable {

    static final int TEXT = 0x1;
    static final int BINARY = 0x2;
    static final int CLOSE = 0x8;
    static final int PING = 0x9;

    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int LENGTH_OF_TWO_BYTES = 126;
    private static final byte[] NO_MASK = new byte[4];

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    /** The header lines are those beyond what every handshake has. */
    RawPeer(Socket socket, String path, String... headers) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        out.write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + String.join("\r\n", headers) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\r\n\r\n")) {
            answer.append((char) in.readUnsignedByte());
        }
        if (!answer.toString().startsWith("HTTP/1.1 101 ")) {
            socket.close();
            throw new IOException(
                    "refused: " + answer.toString().lines().findFirst().orElse(""));
        }
    }

    record Frame(int opcode, String text) {}

    void send(int opcode, byte[] data) throws IOException {
        sendRaw(FINAL | opcode, MASKED | data.length, NO_MASK, data);
    }

    /** Head and length as they are given, whatever the protocol says. */
    void sendRaw(int head, int length, byte[]... parts) throws IOException {
        out.write(head);
        out.write(length);
        for (byte[] part : parts) {
            out.write(part);
        }
        out.flush();
    }

    Frame awaitFrame(int opcode) throws IOException {
        while (true) {
            Frame frame = read(Duration.ofSeconds(10)).orElseThrow(() -> new IOException("it ended"));
            if (frame.opcode() == opcode) {
                return frame;
            }
        }
    }

    /** Empty when nothing more comes: it ended, or was silent for so long. */
    Optional<Frame> read(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        try {
            int head = in.read();
            if (head < 0) {
                return Optional.empty();
            }
            int length = in.readUnsignedByte();
            byte[] data = new byte[length == LENGTH_OF_TWO_BYTES ? in.readUnsignedShort() : length];
            in.readFully(data);
            return Optional.of(new Frame(head & 0xf, new String(data, StandardCharsets.UTF_8)));
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
