package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Instant;
import java.util.stream.Collectors;

final class OfferingErrors {

    private OfferingErrors() {}

    static ProblemException noSuchSku(String name) {
        return ProblemException.of(ErrorCode.NOT_FOUND, "There is no SKU '" + name + "'.");
    }

    static ProblemException retired(Sku sku) {
        return ProblemException.of(ErrorCode.SKU_RETIRED, sku.name() + " is no longer sold.");
    }

    static ProblemException nameTaken(String name) {
        return ProblemException.of(ErrorCode.SKU_NAME_TAKEN, "A SKU named '" + name + "' already exists.");
    }

    static ProblemException invalid(String why) {
        return ProblemException.of(ErrorCode.SKU_INVALID, why);
    }

    static ProblemException changedMeanwhile() {
        return ProblemException.of(
                ErrorCode.CONFLICT, "The SKU was changed by another request. Read it again, then retry.");
    }

    static ProblemException priceInThePast(Instant from) {
        return ProblemException.of(ErrorCode.PRICE_IN_THE_PAST, from + " is in the past.");
    }

    static ProblemException priceConflict(Instant from) {
        return ProblemException.of(ErrorCode.PRICE_CONFLICT, "Another price already starts at " + from + ".");
    }

    static ProblemException countNotAllowed(Sku sku, int count) {
        String allowed = sku.counts().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return ProblemException.of(
                ErrorCode.COUNT_NOT_ALLOWED,
                sku.name() + " is sold in counts of " + allowed + ", not in " + count + ".");
    }
}
