package io.gpuaas.cli;

/** What a word names is not there; said here, because the server was not asked for it. */
final class NoSuchThingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoSuchThingException(String sentence) {
        super(sentence);
    }
}
