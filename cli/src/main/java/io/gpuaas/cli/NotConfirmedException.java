package io.gpuaas.cli;

/** A person was asked, or should have been, and did not say yes. */
final class NotConfirmedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotConfirmedException(String sentence) {
        super(sentence);
    }
}
