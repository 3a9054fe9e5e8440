package io.gpuaas.cli.artifacts;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Uploads blobs to a repository in chunks. After a failure it asks the registry what has arrived and goes on from there,
 * so that a restart of the registry or a broken connection costs one chunk.
 */
final class ChunkedUpload {

    static final int CHUNK_BYTES = 32 << 20;

    /** Failures in a row, with longer and longer waits between them: about two minutes. */
    static final int FAILURES_MAX = 8;

    private static final Duration WAIT_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(30);
    private static final Pattern RANGE = Pattern.compile("0-([0-9]{1,15})");

    private final HttpClient http;
    private final URI registry;
    private final String repository;
    private final String secret;
    private final Consumer<String> progress;
    private final Pause pause;
    private final int chunkBytes;

    /** Waits before the next attempt. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    ChunkedUpload(
            HttpClient http,
            URI registry,
            String repository,
            String secret,
            Consumer<String> progress,
            Pause pause,
            int chunkBytes) {
        this.http = http;
        this.registry = registry;
        this.repository = repository;
        this.secret = secret;
        this.progress = progress;
        this.pause = pause;
        this.chunkBytes = chunkBytes;
    }

    /** An answer that another attempt may change: the registry is restarting, or takes too many requests. */
    private static final class Unavailable extends IOException {
        Unavailable(String message) {
            super(message);
        }
    }

    /** One blob on its way. */
    private final class Blob {

        private final Path file;
        private final String digest;
        private final String label;
        private final long size;
        private Optional<URI> location = Optional.empty();
        private long sent;

        Blob(Path file, String digest, String label) throws IOException {
            this.file = file;
            this.digest = digest;
            this.label = label;
            this.size = Files.size(file);
        }

        void upload() throws IOException, InterruptedException {
            for (int failures = 0; ; ) {
                long before = sent;
                try {
                    step();
                    return;
                } catch (IOException e) {
                    failures = sent > before ? 1 : failures + 1;
                    if (e instanceof Refused || failures > FAILURES_MAX) {
                        throw e;
                    }
                    progress.accept(label + ": interrupted after " + sent + " bytes, trying again");
                    Duration wait = Duration.ofSeconds(1L << (failures - 1));
                    pause.of(wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait);
                }
            }
        }

        /** Goes on from what the registry has, up to the end. */
        private void step() throws IOException, InterruptedException {
            if (send(request(repositoryAddress("blobs/" + digest)).method("HEAD", BodyPublishers.noBody()))
                            .statusCode()
                    == 200) {
                progress.accept(label + ": already there");
                return;
            }
            if (location.isEmpty()) {
                progress.accept(label + ": pushing");
            }
            resume();
            while (sent < size) {
                sendChunk();
            }
            URI at = location.orElseThrow();
            URI last = URI.create(at + (at.getRawQuery() == null ? "?" : "&") + "digest=" + digest);
            require(send(request(last).PUT(BodyPublishers.noBody())), 201, label);
            progress.accept(label + ": pushed");
        }

        private void resume() throws IOException, InterruptedException {
            if (location.isPresent()) {
                HttpResponse<String> state = send(request(location.get()).GET());
                Matcher range =
                        RANGE.matcher(state.headers().firstValue("Range").orElse(""));
                // An upload without bytes has the same range as one with a single byte.
                if (state.statusCode() == 204 && range.matches() && Long.parseLong(range.group(1)) > 0) {
                    sent = Long.parseLong(range.group(1)) + 1;
                    return;
                }
            }
            HttpResponse<String> started =
                    send(request(repositoryAddress("blobs/uploads/")).POST(BodyPublishers.noBody()));
            require(started, 202, label);
            location = Optional.of(locationOf(started));
            sent = 0;
        }

        private void sendChunk() throws IOException, InterruptedException {
            long length = Math.min(chunkBytes, size - sent);
            HttpResponse<String> answer = send(request(location.orElseThrow())
                    .header("Content-Type", "application/octet-stream")
                    .header("Content-Range", sent + "-" + (sent + length - 1))
                    .method("PATCH", part(file, sent, length)));
            if (answer.statusCode() == 404 || answer.statusCode() == 416) {
                // An upload may have expired, and an interrupted chunk may have arrived after all.
                throw new Unavailable("the registry continues elsewhere (" + answer.statusCode() + ")");
            }
            require(answer, 202, label);
            location = Optional.of(locationOf(answer));
            sent += length;
        }
    }

    /** An answer that another attempt does not change. */
    static final class Refused extends IOException {
        Refused(String message) {
            super(message);
        }
    }

    void upload(Path file, String digest, String label) throws IOException, InterruptedException {
        new Blob(file, digest, label).upload();
    }

    private static BodyPublisher part(Path file, long from, long length) {
        return BodyPublishers.fromPublisher(
                BodyPublishers.ofInputStream(() -> {
                    try {
                        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                        return new Bounded(Channels.newInputStream(channel.position(from)), length);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }),
                length);
    }

    /** The first bytes of a stream. */
    private static final class Bounded extends BufferedInputStream {

        private long left;

        Bounded(InputStream in, long left) {
            super(in, 1 << 16);
            this.left = left;
        }

        @Override
        public synchronized int read(byte[] bytes, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = super.read(bytes, from, (int) Math.min(length, left));
            left -= Math.max(read, 0);
            return read;
        }

        @Override
        public synchronized int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }
    }

    private URI repositoryAddress(String rest) {
        return registry.resolve("/v2/" + repository + "/" + rest);
    }

    /** The secret must not go to another host. */
    private URI locationOf(HttpResponse<String> answer) throws IOException {
        URI location = registry.resolve(answer.headers().firstValue("Location").orElse(""));
        if (!location.getRawAuthority().equals(registry.getRawAuthority())) {
            throw new Refused("the registry sent the upload to another host: " + location.getRawAuthority());
        }
        return location;
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(ANSWER_TIMEOUT)
                .header("Authorization", "Bearer " + secret);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() == 429 || answer.statusCode() >= 500) {
            throw new Unavailable("the registry answers " + answer.statusCode() + ": " + answer.body());
        }
        return answer;
    }

    private static void require(HttpResponse<String> answer, int status, String what) throws IOException {
        if (answer.statusCode() != status) {
            throw new Refused("the registry refused " + what + " (" + answer.statusCode() + "): " + answer.body());
        }
    }
}
