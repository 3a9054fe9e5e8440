package io.gpuaas.controlplane.nodes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Many nodes that do nothing but poll and beat, over bare HTTP/2 frames: a process of its own beside the server it loads. */
final class IdlePollsClient {

    private static final int HEADERS = 1;
    private static final int DATA = 0;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int HANDSHAKES_AT_ONCE = 8;

    private static final String POLL = "poll?boot_id=b&last_sequence=0&wait_seconds=50";

    private final int port;
    private final Semaphore handshakes = new Semaphore(HANDSHAKES_AT_ONCE);

    private IdlePollsClient(int port) {
        this.port = port;
    }

    /** Arguments: port, and a file with the root, the key, and one certificate per line, all in Base64. */
    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[1]));
        X509Certificate root = certificate(lines.get(0));
        PrivateKey key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.get(1))));
        IdlePollsClient client = new IdlePollsClient(Integer.parseInt(arguments[0]));
        for (String line : lines.subList(2, lines.size())) {
            Thread.startVirtualThread(() -> client.poll(root, key, line));
        }
        Thread.currentThread().join();
    }

    private static X509Certificate certificate(String base64) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(Base64.getDecoder().decode(base64)));
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // the test shows what this process says
    private void poll(X509Certificate root, PrivateKey key, String line) {
        try (SSLSocket socket = connect(root, key, certificate(line))) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(out, SETTINGS, 0, 0, new byte[0]);
            Streams streams = new Streams(out);
            int poll = streams.request(POLL, "");
            Thread beats = Thread.startVirtualThread(() -> beat(streams));
            try {
                listen(in, streams, poll);
            } finally {
                beats.interrupt();
            }
        } catch (Exception e) {
            e.printStackTrace();
        }
    }

    /** Answers what must be answered, and polls again when a poll has ended. */
    private static void listen(DataInputStream in, Streams streams, int first) throws IOException {
        int poll = first;
        while (true) {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            byte[] payload = in.readNBytes(length);
            if (type == SETTINGS && flags == 0) {
                streams.send(SETTINGS, 1, 0, new byte[0]);
            } else if (type == PING && flags == 0) {
                streams.send(PING, 1, 0, payload);
            } else if (type == GO_AWAY) {
                return;
            } else if (stream == poll && (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0) {
                poll = streams.request(POLL, "");
            }
        }
    }

    /** Every ten seconds, as agents do; all begin at another moment. */
    private static void beat(Streams streams) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(10_000));
            while (true) {
                streams.request(
                        "heartbeat",
                        "{\"boot_id\":\"b\",\"agent_version\":\"1\",\"at\":\"" + Instant.now()
                                + "\",\"last_sequence\":0,\"running_tasks\":[],\"load1\":0.1,"
                                + "\"gpus\":[{\"uuid\":\"GPU-0\",\"utilization_percent\":5}]}");
                Thread.sleep(10_000);
            }
        } catch (InterruptedException | IOException e) {
            // The connection has ended, and with it this.
            Thread.currentThread().interrupt();
        }
    }

    private SSLSocket connect(X509Certificate root, PrivateKey key, X509Certificate own) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(
                new KeyManager[] {new TestNode.Insistent(key, new X509Certificate[] {own})},
                new TrustManager[] {new TrustsRoot(root)},
                null);
        handshakes.acquire();
        try {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } finally {
            handshakes.release();
        }
    }

    /** Writes requests whole, on streams whose numbers rise. */
    private static final class Streams {

        private final DataOutputStream out;
        private final ReentrantLock lock = new ReentrantLock();
        private int next = 1;

        Streams(DataOutputStream out) {
            this.out = out;
        }

        int request(String call, String body) throws IOException {
            lock.lock();
            try {
                int stream = next;
                next += 2;
                ByteArrayOutputStream block = new ByteArrayOutputStream();
                block.write(0x83); // :method POST
                block.write(0x87); // :scheme https
                text(block, 4, "/node/v1/" + call);
                text(block, 1, "localhost");
                int end = body.isEmpty() ? END_STREAM : 0;
                frame(out, HEADERS, END_HEADERS | end, stream, block.toByteArray());
                if (!body.isEmpty()) {
                    frame(out, DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
                }
                out.flush();
                return stream;
            } finally {
                lock.unlock();
            }
        }

        void send(int type, int flags, int stream, byte[] payload) throws IOException {
            lock.lock();
            try {
                frame(out, type, flags, stream, payload);
                out.flush();
            } finally {
                lock.unlock();
            }
        }
    }

    private static void text(ByteArrayOutputStream block, int name, String value) throws IOException {
        block.write(name);
        block.write(value.length());
        block.write(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream whole = new DataOutputStream(bytes)) {
            whole.writeByte(payload.length >> 16);
            whole.writeShort(payload.length & 0xFFFF);
            whole.writeByte(type);
            whole.writeByte(flags);
            whole.writeInt(stream);
            whole.write(payload);
        }
        out.write(bytes.toByteArray());
    }

    /** Cheap to make thousands of: looks only whether the listener's chain ends with the root. */
    private record TrustsRoot(X509Certificate root) implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this is no server");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            if (!chain[chain.length - 1].equals(root)) {
                throw new CertificateException("not our listener");
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {root};
        }
    }
}
