package io.gpuaas.codegen;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds changes in the {@code x-gpuaas} blocks that break callers or weaken a promise to them. */
final class OperationRuleChanges {

    private OperationRuleChanges() {}

    static List<String> find(OpenAPI accepted, OpenAPI current) {
        List<String> changes = new ArrayList<>();
        Map<String, Operation> now = byAddress(current);
        byAddress(accepted).forEach((address, was) -> {
            Operation is = now.get(address);
            if (is != null) {
                compare(address, was, is, changes);
            }
        });
        return changes;
    }

    private static Map<String, Operation> byAddress(OpenAPI contract) {
        Map<String, Operation> operations = new TreeMap<>();
        contract.getPaths()
                .forEach((path, item) -> item.readOperationsMap()
                        .forEach((method, operation) -> operations.put(method + " " + path, operation)));
        return operations;
    }

    private static void compare(String address, Operation wasOperation, Operation isOperation, List<String> changes) {
        if (!wasOperation.getOperationId().equals(isOperation.getOperationId())) {
            changes.add(address + ": renamed from " + wasOperation.getOperationId() + " to "
                    + isOperation.getOperationId() + ", and with it the SDKs' methods");
        }
        OperationRules was = OperationRules.require(wasOperation.getOperationId(), wasOperation.getExtensions());
        OperationRules is = OperationRules.require(isOperation.getOperationId(), isOperation.getExtensions());
        if (!was.permission().equals(is.permission())) {
            changes.add(address + ": needs permission " + is.permission() + ", was " + was.permission());
        }
        if (!was.scope().equals(is.scope())) {
            changes.add(address + ": its scope is " + is.scope() + ", was " + was.scope());
        }
        if (breaksIdempotency(was.idempotency(), is.idempotency())) {
            changes.add(address + ": its idempotency key is " + is.idempotency() + ", was " + was.idempotency());
        }
        if (!was.audit().equals("none") && !was.audit().equals(is.audit())) {
            changes.add(address + ": is audited as " + is.audit() + ", was " + was.audit());
        }
    }

    /** To demand a key breaks those who send none; to ignore it breaks those who rely on it. */
    private static boolean breaksIdempotency(String was, String is) {
        boolean demands = is.equals("required") && !was.equals("required");
        boolean ignores = is.equals("none") && !was.equals("none");
        return demands || ignores;
    }
}
