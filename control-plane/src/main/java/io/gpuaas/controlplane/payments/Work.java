package io.gpuaas.controlplane.payments;

import java.time.Duration;
import java.util.Locale;

/** Something to be done at the provider. */
record Work(long id, Kind kind, String subject, int attempts) {

    enum Kind {
        /** Open the page somebody pays at. */
        CHECKOUT,
        /** Charge the saved method. */
        CHARGE,
        /** See how a payment stands, in case nobody tells. */
        LOOK,
        REFUND,
        /** Follow up what a webhook told. */
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
