package io.gpuaas.sdk.signin;

/** Signing in, or staying signed in, did not work; the message is one sentence for people. */
public final class SignInException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean signedOut;

    SignInException(String sentence) {
        this(sentence, false);
    }

    private SignInException(String sentence, boolean signedOut) {
        super(sentence);
        this.signedOut = signedOut;
    }

    static SignInException refused(String error, String description) {
        return new SignInException(
                "The issuer refused: " + (description.isBlank() ? error : description + " (" + error + ")"));
    }

    static SignInException ended(String why) {
        return new SignInException("You are no longer signed in (" + why + "): sign in again with gpuaas login.", true);
    }

    /** Whether there was a sign-in, and it is over. */
    public boolean isSignedOut() {
        return signedOut;
    }
}
