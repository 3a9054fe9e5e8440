package io.gpuaas.sdk.signin;

/** Signing in, or staying signed in, did not work; the message is one sentence for people. */
public final class SignInException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SignInException(String sentence) {
        super(sentence);
    }

    static SignInException refused(String error, String description) {
        return new SignInException(
                "The issuer refused: " + (description.isBlank() ? error : description + " (" + error + ")"));
    }

    static SignInException ended(String why) {
        return new SignInException("You are no longer signed in (" + why + "): sign in again with gpuaas login.");
    }
}
