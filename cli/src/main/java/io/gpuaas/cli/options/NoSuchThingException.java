package io.gpuaas.cli.options;

/** Reports that no resource has the given name or id prefix. */
public final class NoSuchThingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoSuchThingException(String sentence) {
        super(sentence);
    }
}
