package io.gpuaas.cli.identity;

import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.signin.Credentials;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import io.gpuaas.sdk.signin.SignInException;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "logout",
        mixinStandardHelpOptions = true,
        description = "Sign out: end the profile's sign-in at its issuer and delete it from this machine.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas logout", "  gpuaas logout --profile work"})
final class LogoutCommand implements Runnable {

    private final Session session;

    LogoutCommand(Session session) {
        this.session = session;
    }

    /** Deletes the local sign-in first, so that this machine is signed out whatever the issuer answers. */
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
                            ? "Signed out of " + held.get().server() + "."
                            : "The token was deleted from this machine but is still valid. Revoke it with gpuaas tokens revoke.");
        } catch (IssuerUnreachableException | SignInException e) {
            output.note(
                    "Signed out on this machine, but not at the issuer: the sign-in stays valid there until it expires.");
            throw e;
        }
    }
}
