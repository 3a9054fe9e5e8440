package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;

final class InventoryErrors {

    private InventoryErrors() {}

    static ProblemException noSuchNode() {
        return ProblemException.notFound("node");
    }

    static ProblemException noSuchSlot() {
        return ProblemException.notFound("slot");
    }

    static ProblemException held() {
        return ProblemException.of(
                ErrorCode.SLOT_HELD, "The GPU, or a part of it, is in use. Wait until it is released.");
    }
}
