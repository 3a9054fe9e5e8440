package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.Money;

final class LedgerErrors {

    private LedgerErrors() {}

    static ProblemException notAnAmount(Money amount) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, amount + " is not an amount that can be booked.");
    }

    static ProblemException keyTaken(String key) {
        return ProblemException.of(
                ErrorCode.BOOKING_CONFLICT, "Something else was booked under the key " + key + " before.");
    }

    static ProblemException reversedBefore(String key) {
        return ProblemException.of(ErrorCode.BOOKING_CONFLICT, "The booking " + key + " was reversed before.");
    }

    static ProblemException earnedTooMuch(Money amount) {
        return ProblemException.of(
                ErrorCode.AMOUNT_INVALID,
                amount + " from one tenant in one month looks like a mistake: correct it first.");
    }

    static ProblemException balanceShort(Money needed, Money available) {
        return ProblemException.of(
                ErrorCode.BALANCE_SHORT,
                "To begin, " + needed + " must be available; it is " + available + ". Add credit and try again.");
    }
}
