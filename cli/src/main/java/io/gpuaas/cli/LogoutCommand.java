package io.gpuaas.cli;

import io.gpuaas.sdk.signin.Credentials;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import io.gpuaas.sdk.signin.SignInException;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "logout",
        mixinStandardHelpOptions = true,
        description = "Ends the profile's sign-in at its issuer and deletes it here.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas logout", "  gpuaas logout --profile work"})
final class LogoutCommand implements Runnable {

    private final Session session;

    LogoutCommand(Session session) {
        this.session = session;
    }

    /** Deletes first: whatever the issuer answers, this machine must not stay signed in. */
    @Override
    public void run() {
        Output output = session.output();
        Optional<Credentials> held = session.signIn().forget(session.profile());
        if (held.isEmpty()) {
            output.note("Profile " + session.profile() + " is not signed in.");
            return;
        }
        try {
            output.note(
                    session.signIn().revoke(held.get())
                            ? "You are signed out of " + held.get().server() + "."
                            : "The token is forgotten here, and still works: gpuaas tokens revoke ends it.");
        } catch (IssuerUnreachableException | SignInException e) {
            output.note("You are signed out here, but not at the issuer: there the sign-in lasts until it expires.");
            throw e;
        }
    }
}
