package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The context of the current work: caller, correlation id, tenant and project. Audit rows, events and log lines take
 * their context from here.
 */
public record Call(
        String operation,
        Caller caller,
        CorrelationId correlationId,
        @Nullable TenantId tenantId,
        @Nullable ProjectId projectId,
        @Nullable String sourceAddress) {

    private static final ScopedValue<Call> CURRENT = ScopedValue.newInstance();

    /** Work the platform does by itself, for example a consumer handling an event. */
    public static Call system(String operation, CorrelationId correlationId) {
        return new Call(operation, Caller.SYSTEM, correlationId, null, null, null);
    }

    public static Call current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException("no call is being worked on: wrap the work in Call.run");
        }
        return CURRENT.get();
    }

    public static Optional<Call> findCurrent() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    public <R, X extends Throwable> R run(ScopedValue.CallableOp<R, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    public Call in(@Nullable TenantId tenant, @Nullable ProjectId project) {
        return new Call(operation, caller, correlationId, tenant, project, sourceAddress);
    }

    public Call by(Caller someone) {
        return new Call(operation, someone, correlationId, tenantId, projectId, sourceAddress);
    }
}
