package io.gpuaas.sdk;

import io.gpuaas.kernel.CorrelationId;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection to one control plane, under one credential. Safe to share between threads. */
public final class GpuaasClient extends GpuaasApis implements AutoCloseable {

    private GpuaasClient(Transport transport) {
        super(transport);
    }

    /** Nothing is sent yet; a wrong address or token shows at the first call. */
    public static GpuaasClient connect(URI server, String token) {
        return connect(server, () -> token);
    }

    /** For tokens that are renewed: {@link ServiceAccountTokens}, or {@link io.gpuaas.sdk.signin.SignIn#tokens}. */
    public static GpuaasClient connect(URI server, TokenSource tokens) {
        return new GpuaasClient(new Transport(Connection.to(server, tokens), RetryLimits.STANDARD));
    }

    /** Without a credential only {@link #reference()} answers. */
    public static GpuaasClient connectAnonymously(URI server) {
        return new GpuaasClient(new Transport(Connection.to(server, null), RetryLimits.STANDARD));
    }

    public GpuaasClient retrying(RetryLimits limits) {
        return new GpuaasClient(transport.with(limits));
    }

    /** The same client, whose calls all carry this correlation id; null leaves the choice to the server. */
    public GpuaasClient correlatedBy(@Nullable CorrelationId correlationId) {
        return new GpuaasClient(transport.with(correlationId));
    }

    /**
     * Begins calls on a virtual thread of their own and returns at once, for any call, walk through pages or wait:
     * {@code client.async(one -> one.allocations().createAllocation(project, wanted))}.
     *
     * <p>What the work throws completes the future as it is: {@code exceptionNow()} and {@code handle} give a
     * {@link GpuaasException} as such, {@code join()} and {@code get()} as the cause. A future that is cancelled, or
     * that runs out of its {@code orTimeout}, interrupts the work; one that was derived from it by {@code thenApply}
     * and the like does not. Whether the server acted before that is unknown. How many run at once is the caller's to
     * bound. What the server streams is read and closed within the work.
     */
    public <T> CompletableFuture<T> async(Function<GpuaasClient, T> work) {
        return AsyncWork.begin(() -> work.apply(this));
    }

    /** Ends its connections, those of clients made from it too; calls and streams under way fail. */
    @Override
    public void close() {
        transport.close();
    }
}
