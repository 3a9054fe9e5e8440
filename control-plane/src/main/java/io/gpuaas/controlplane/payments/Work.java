package io.gpuaas.controlplane.payments;

import java.time.Duration;
import java.util.Locale;

/** Something to be done at the provider. */
record Work(long id, Kind kind, String subject, int attempts) {

    enum Kind {
        /** Create the checkout page. */
        CHECKOUT,
        /** Charge the saved method. */
        CHARGE,
        /** Poll the state of a payment, in case no webhook arrives. */
        LOOK,
        REFUND,
        /** Follow up a webhook. */
        EVENT,
        RECONCILE;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How it went. */
    sealed interface Outcome {

        record Done() implements Outcome {}

        /** Not decided yet: look again after a while. */
        record Again(Duration after) implements Outcome {}

        /** Repeating it cannot help: people must look. */
        record Hopeless(String why) implements Outcome {}
    }

    static final Outcome DONE = new Outcome.Done();
}
