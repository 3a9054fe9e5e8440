package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the open answers of all feeds. A stream ends when the caller's access changes, after a lifetime, when the client
 * leaves or when the process stops.
 */
@Component
public class LiveStreams implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LiveStreams.class);
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    /** Proxies close connections on which nothing is sent for longer. */
    private static final Duration QUIET_MAX = Duration.ofSeconds(15);

    private final AccessWatch access;
    private final Clock clock;
    private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    public LiveStreams(AccessWatch access, Clock clock) {
        this.access = access;
        this.clock = clock;
    }

    /** The content of one stream. */
    @FunctionalInterface
    public interface Source {

        /** Writes until the stream is closed. The client names the last event it saw, if it was here before. */
        void follow(LiveStream stream, @Nullable String lastEventId) throws IOException, InterruptedException;
    }

    /** The answer to the current call. It takes its share when it begins to be written. */
    public ServerSentEvents open(StreamShares shares, Source source) {
        String caller = Call.current().caller().id();
        TenantId tenant = Call.current().tenantId();
        return (out, lastEventId) -> {
            shares.enter(caller, tenant);
            LiveStream stream = new LiveStream(out);
            open.add(stream);
            try (AutoCloseable watch = access.onRevoked(PrincipalId.parse(caller), stream::end)) {
                source.follow(stream, lastEventId == null || lastEventId.isEmpty() ? null : lastEventId);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // The client left, which is how most streams end.
                log.debug("a live stream broke off", e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a watch could not be closed", e);
            } finally {
                open.remove(stream);
                shares.leave(caller, tenant);
            }
        };
    }

    /** One open answer. Only the thread that follows its source writes. */
    public final class LiveStream {

        private final OutputStream out;
        private final Instant endsAt = clock.instant().plus(LIFETIME);
        private volatile Runnable wake = () -> {};
        private volatile boolean ended;

        private LiveStream(OutputStream out) {
            this.out = out;
        }

        /** Runs the work when a source that waits should look whether the stream is still open. */
        public void onWake(Runnable work) {
            this.wake = work;
        }

        public boolean isOpen() {
            return running && !ended && clock.instant().isBefore(endsAt);
        }

        /** How long the stream may still be quiet; zero when something must be sent now. */
        public Duration mayBeQuiet(Instant since) {
            Duration left = Duration.between(clock.instant(), since.plus(QUIET_MAX));
            return left.isNegative() ? Duration.ZERO : left;
        }

        public void send(Object position, String kind, String data) throws IOException {
            write("id: " + position + "\nevent: " + kind + "\ndata: " + data + "\n\n");
        }

        /** Clients ignore comments. */
        public void sendComment(String text) throws IOException {
            write(": " + text + "\n\n");
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private void end() {
            ended = true;
            wake.run();
        }
    }

    @Override
    public void start() {
        running = true;
    }

    /** Before the web server waits for its requests to end. */
    @Override
    public void stop() {
        running = false;
        open.forEach(LiveStream::end);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
