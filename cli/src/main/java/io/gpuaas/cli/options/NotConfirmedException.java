package io.gpuaas.cli.options;

/** Reports that a required confirmation was not given. */
public final class NotConfirmedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotConfirmedException(String sentence) {
        super(sentence);
    }
}
