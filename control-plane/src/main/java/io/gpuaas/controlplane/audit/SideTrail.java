package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/** Records events outside of the pipeline in the same trail: sign-ins, and acts of the platform itself. */
@Component
public class SideTrail {

    private static final String SIGN_IN = "user.sign_in";

    private final AuditTrail trail;
    private final Refusals refusals;
    private final IdSource ids;

    SideTrail(AuditTrail trail, Refusals refusals, IdSource ids) {
        this.trail = trail;
        this.refusals = refusals;
        this.ids = ids;
    }

    /** Within the transaction of the change. */
    public void acted(Call call, String action, String target) {
        trail.record(AuditEntry.succeeded(call, action, target));
    }

    /** Before the door opens: what cannot be recorded does not happen. */
    public void signedIn(Caller who, String how, @Nullable String address) {
        trail.recordAlone(
                AuditEntry.succeeded(call(who, address), SIGN_IN, who.id()).with(Map.of("how", how)));
    }

    /** A browser got a session after its user signed in at this issuer. */
    public void sessionBegan(Caller who, String issuer, @Nullable String address) {
        trail.recordAlone(AuditEntry.succeeded(call(who, address), "session.begin", who.id())
                .with(Map.of("issuer", issuer)));
    }

    public void sessionEnded(Caller who, @Nullable String address) {
        trail.recordAlone(AuditEntry.succeeded(call(who, address), "session.end", who.id()));
    }

    /** Names the account that was tried; null when there is none: what was typed may be a password in the wrong field. */
    public void refused(@Nullable String account, ErrorCode code, @Nullable String address) {
        refusals.record(call(Caller.ANONYMOUS, address), SIGN_IN, account, code);
    }

    /** After a right password the row is the person's own, so that strangers at the address cannot crowd it out. */
    public void refusedFactor(Caller who, @Nullable String address) {
        refusals.record(call(who, address), SIGN_IN, who.id(), ErrorCode.UNAUTHENTICATED);
    }

    private Call call(Caller who, @Nullable String address) {
        CorrelationId correlation = Optional.ofNullable(MDC.get("correlation_id"))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        return new Call("signIn", who, correlation, null, null, address);
    }
}
