package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Instant;

final class MeasureErrors {

    private MeasureErrors() {}

    static ProblemException noSuchMeasure(String name) {
        return ProblemException.of(ErrorCode.NOT_FOUND, "There is no measure '" + name + "'.");
    }

    static ProblemException nameTaken(String name) {
        return ProblemException.of(ErrorCode.MEASURE_NAME_TAKEN, "A measure named '" + name + "' already exists.");
    }

    static ProblemException invalid(String why) {
        return ProblemException.of(ErrorCode.MEASURE_INVALID, why);
    }

    static ProblemException priceInThePast(Instant from) {
        return ProblemException.of(ErrorCode.PRICE_IN_THE_PAST, from + " is in the past.");
    }

    static ProblemException priceConflict(Instant from) {
        return ProblemException.of(ErrorCode.PRICE_CONFLICT, "Another price already starts at " + from + ".");
    }
}
