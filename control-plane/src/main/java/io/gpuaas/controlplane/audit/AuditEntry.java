package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditOutcome;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.ErrorCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contents of a row; actor, place and correlation id come from the call. */
public record AuditEntry(
        Call call,
        String action,
        @Nullable String target,
        AuditOutcome outcome,
        @Nullable String errorCode,
        Map<String, String> detail) {

    /** The detail of the problem that the caller got. */
    static final String SENTENCE = "problem";

    public static AuditEntry succeeded(Call call, String action, @Nullable String target) {
        return new AuditEntry(call, action, target, AuditOutcome.SUCCEEDED, null, Map.of());
    }

    /** The attempt was turned down ({@code refused}) or broke on our side ({@code failed}). */
    public static AuditEntry ended(Call call, String action, @Nullable String target, ErrorCode code) {
        AuditOutcome outcome = code.status() >= 500 ? AuditOutcome.FAILED : AuditOutcome.REFUSED;
        return new AuditEntry(call, action, target, outcome, code.code(), Map.of());
    }

    public AuditEntry with(Map<String, String> more) {
        return new AuditEntry(call, action, target, outcome, errorCode, more);
    }
}
