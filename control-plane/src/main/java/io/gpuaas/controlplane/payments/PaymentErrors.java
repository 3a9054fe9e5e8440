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
                "A payment must be between " + least + " and " + most + ", not " + amount + ".");
    }

    static ProblemException wrongCurrency(String paid, String wanted) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, "The tenant pays in " + wanted + ", not in " + paid + ".");
    }

    static ProblemException notPaid() {
        return ProblemException.of(
                ErrorCode.BOOKING_CONFLICT, "The payment has not completed, so it cannot be refunded.");
    }

    static ProblemException moreThanPaid(Money amount, Money left) {
        return ProblemException.of(
                ErrorCode.AMOUNT_INVALID, "A refund of " + amount + " exceeds the " + left + " left to refund.");
    }

    static ProblemException used(Money amount, Money available) {
        return ProblemException.of(
                ErrorCode.BALANCE_SHORT,
                amount + " cannot be refunded. Only " + available + " of the credit is unused.");
    }

    static ProblemException notWholeCents(Money amount) {
        return ProblemException.of(ErrorCode.AMOUNT_INVALID, amount + " is not a whole number of cents.");
    }

    static ProblemException methodMissing() {
        return ProblemException.of(
                ErrorCode.PAYMENT_METHOD_MISSING, "Make a payment and save the payment method first.");
    }
}
