package io.gpuaas.sdk;

import io.gpuaas.kernel.CorrelationId;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Sends calls: the one place that knows credentials, retries, bounds and problems. */
final class Transport {

    private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;
    private static final int PROBLEM_BYTES_MAX = 256 * 1024;

    private final Connection connection;
    private final RetryLimits retries;

    Transport(Connection connection, RetryLimits retries) {
        this.connection = connection;
        this.retries = retries;
    }

    Transport with(RetryLimits limits) {
        return new Transport(connection, limits);
    }

    Transport with(@Nullable CorrelationId correlationId) {
        return new Transport(
                new Connection(connection.http(), connection.server(), connection.tokens(), correlationId), retries);
    }

    void close() {
        connection.close();
    }

    <T> T send(Call call, Class<T> type) {
        HttpResponse<InputStream> answer = exchange(call);
        try (InputStream body = answer.body()) {
            return RecordJson.read(read(body, ANSWER_BYTES_MAX), type);
        } catch (JacksonException e) {
            throw unexpected(answer);
        } catch (IOException e) {
            throw new ServerUnreachableException(connection.server(), e);
        }
    }

    /** The caller closes the stream. */
    InputStream stream(Call call) {
        return exchange(call).body();
    }

    private HttpResponse<InputStream> exchange(Call call) {
        for (int attempt = 1; ; attempt++) {
            RuntimeException failure;
            Optional<Duration> wait;
            try {
                HttpResponse<InputStream> answer = attempt(call);
                if (answer.statusCode() / 100 == 2) {
                    return answer;
                }
                GpuaasException refusal = readRefusal(answer);
                failure = refusal;
                wait = retries.findWait(attempt, refusal, call.isRepeatable(), retryAfter(answer));
            } catch (IOException e) {
                failure = new ServerUnreachableException(connection.server(), e);
                wait = retries.findWaitAfterSilence(attempt, e, call.isRepeatable());
            }
            RuntimeException thrown = failure;
            pause(wait.orElseThrow(() -> thrown));
        }
    }

    private HttpResponse<InputStream> attempt(Call call) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> answer =
                connection.http().sendAsync(connection.request(call), BodyHandlers.ofInputStream());
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new ServerUnreachableException(connection.server(), new IOException("interrupted", e));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException silence ? silence : new IOException(e.getCause());
        }
    }

    private static GpuaasException readRefusal(HttpResponse<InputStream> answer) {
        String mediaType = answer.headers().firstValue("Content-Type").orElse("");
        try (InputStream body = answer.body()) {
            if (mediaType.startsWith("application/problem+json")) {
                return GpuaasException.of(RecordJson.read(read(body, PROBLEM_BYTES_MAX), Problem.class));
            }
        } catch (JacksonException | IOException e) {
            return unexpected(answer);
        }
        return unexpected(answer);
    }

    private static GpuaasException unexpected(HttpResponse<?> answer) {
        String correlationId = answer.headers().firstValue(CorrelationId.HEADER).orElse("unknown");
        return GpuaasException.unexpected(answer.statusCode(), correlationId);
    }

    private static byte[] read(InputStream body, int bytesMax) throws IOException {
        byte[] bytes = body.readNBytes(bytesMax + 1);
        if (bytes.length > bytesMax) {
            throw new IOException("the answer is larger than " + bytesMax + " bytes");
        }
        return bytes;
    }

    private static @Nullable Duration retryAfter(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(null);
    }

    private void pause(Duration wait) {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerUnreachableException(connection.server(), new IOException("interrupted", e));
        }
    }
}
