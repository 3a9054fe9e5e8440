package io.gpuaas.cli.output;

/** Reports that the reader of standard output closed the pipe, as {@code head} does. The command ends silently. */
public final class ReaderGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The exit code that shells report for a program ended by SIGPIPE. */
    public static final int EXIT_CODE = 141;

    ReaderGoneException(Throwable cause) {
        super("Standard output is closed.", cause);
    }
}
