package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.util.Optional;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/** Creates the call for acts on the sign-in pages, which are outside of the pipeline. */
@Component
@EmbeddedIssuer
class SignInCalls {

    private final IdSource ids;

    SignInCalls(IdSource ids) {
        this.ids = ids;
    }

    Call of(Authenticated who, String operation, String address) {
        CorrelationId correlation = Optional.ofNullable(MDC.get("correlation_id"))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        return new Call(operation, who.caller(), correlation, null, null, address);
    }
}
