package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.ContractOperation;
import io.gpuaas.api.GivesRights;
import io.gpuaas.api.Idempotency;
import io.gpuaas.api.Lane;
import io.gpuaas.api.Scope;
import java.lang.reflect.Method;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseStatus;

/** One operation of the contract with its rules. */
record Operation(
        String id,
        String permission,
        Scope scope,
        Lane lane,
        Idempotency idempotency,
        Optional<String> auditAction,
        boolean mutates,
        boolean refusedWhenSuspended,
        GivesRights givesRights,
        HttpStatus successStatus) {

    static Operation of(Method method) {
        ContractOperation rules = method.getAnnotation(ContractOperation.class);
        RequestMapping mapping = method.getAnnotation(RequestMapping.class);
        ResponseStatus status = method.getAnnotation(ResponseStatus.class);
        return new Operation(
                rules.id(),
                rules.permission(),
                rules.scope(),
                rules.lane(),
                rules.idempotency(),
                Optional.of(rules.audit()).filter(action -> !action.equals(ContractOperation.NONE)),
                mapping.method()[0] != RequestMethod.GET,
                rules.refusedWhenSuspended(),
                rules.givesRights(),
                status == null ? HttpStatus.OK : status.value());
    }

    /** The name of an attempt at this operation in the audit trail, also when its success is not audited. */
    String attemptName() {
        return auditAction.orElse(id);
    }
}
