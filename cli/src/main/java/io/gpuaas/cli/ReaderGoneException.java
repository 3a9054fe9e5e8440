package io.gpuaas.cli;

/** Whoever read our output stopped, as {@code head} does. There is nobody to tell, and nothing left to do. */
final class ReaderGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What shells report of a program that the signal PIPE ended. */
    static final int EXIT_CODE = 141;

    ReaderGoneException(Throwable cause) {
        super("The output is not read any more.", cause);
    }
}
