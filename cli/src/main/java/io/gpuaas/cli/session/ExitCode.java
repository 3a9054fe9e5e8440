package io.gpuaas.cli.session;

/** Exit codes of commands that fail; success is 0. */
public final class ExitCode {

    /** The server or the issuer refused the request, or it failed there. */
    public static final int REFUSED = 1;

    /** The command was used wrongly, or the user is not signed in. */
    public static final int MISUSED = 2;

    /** The server or the issuer did not answer. */
    public static final int UNREACHABLE = 3;

    private ExitCode() {}
}
