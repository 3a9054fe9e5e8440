package io.gpuaas.cli;

/** Reports that a required confirmation was not given. */
final class NotConfirmedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotConfirmedException(String sentence) {
        super(sentence);
    }
}
