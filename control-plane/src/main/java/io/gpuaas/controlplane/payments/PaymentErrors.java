package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.Money;

final class PaymentErrors {

    private PaymentErrors() {}

    static ProblemException noSuchPayment() {
        return ProblemException.notFound("payment");
    }

    static ProblemException outOfBounds(Money amount, Money least, Money most) {
        return ProblemException.of(
                ErrorCode.AMOUNT_INVALID,
                "Payments are between " + least + " and " + most + "; this is " + amount + ".");
    }

    static ProblemException wrongCurrency(String paid, String wanted) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, "The tenant pays in " + wanted + ", not in " + paid + ".");
    }

    static ProblemException notPaid() {
        return ProblemException.of(ErrorCode.BOOKING_CONFLICT, "Nothing was paid yet that could be given back.");
    }

    static ProblemException moreThanPaid(Money amount, Money left) {
        return ProblemException.of(
                ErrorCode.AMOUNT_INVALID, amount + " is more than the " + left + " that were paid and not given back.");
    }

    static ProblemException used(Money amount, Money available) {
        return ProblemException.of(
                ErrorCode.BALANCE_SHORT,
                amount + " cannot be given back: only " + available + " of the credit is not used or set aside.");
    }

    static ProblemException notWholeCents(Money amount) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, amount + " is not a whole number of cents.");
    }

    static ProblemException methodMissing() {
        return ProblemException.of(
                ErrorCode.PAYMENT_METHOD_MISSING, "Pay once and save the method of payment; then it can be charged.");
    }
}
