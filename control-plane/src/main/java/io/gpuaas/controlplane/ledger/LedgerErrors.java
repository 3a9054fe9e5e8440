package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.Money;

final class LedgerErrors {

    private LedgerErrors() {}

    static ProblemException notAnAmount(Money amount) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, "The amount " + amount + " cannot be booked.");
    }

    static ProblemException keyTaken(String key) {
        return ProblemException.of(
                ErrorCode.BOOKING_CONFLICT, "A different transaction was already booked under the key " + key + ".");
    }

    static ProblemException reversedBefore(String key) {
        return ProblemException.of(ErrorCode.BOOKING_CONFLICT, "The booking " + key + " was already reversed.");
    }

    static ProblemException earnedTooMuch(Money amount) {
        return ProblemException.of(
                ErrorCode.AMOUNT_INVALID,
                amount + " from one tenant in one month looks like a mistake. Correct it first.");
    }

    static ProblemException balanceShort(Money needed, Money available) {
        return ProblemException.of(
                ErrorCode.BALANCE_SHORT,
                "At least " + needed + " must be available, but the available balance is " + available
                        + ". Add credit and try again.");
    }
}
