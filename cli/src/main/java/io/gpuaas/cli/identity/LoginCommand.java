package io.gpuaas.cli.identity;

import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Me;
import io.gpuaas.sdk.signin.Credentials;
import io.gpuaas.sdk.signin.DesktopBrowser;
import io.gpuaas.sdk.signin.DeviceCode;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import io.gpuaas.sdk.signin.SignInException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "login",
        mixinStandardHelpOptions = true,
        description = "Sign in to a control plane with a browser on this machine, with a code on another machine, or "
                + "with an existing token. The profile stores the sign-in and renews it automatically.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas login",
            "  gpuaas login --server https://gpu.example.com --profile work",
            "  gpuaas login --device",
            "  gpuaas login --token - < token.txt",
        })
final class LoginCommand implements Runnable {

    private final Session session;

    @Option(names = "--device", description = "Show a code to enter in a browser on any machine.")
    private boolean device;

    @Option(names = "--token", paramLabel = "-", description = "Read a token from standard input; the value must be -.")
    private @Nullable String token;

    LoginCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        URI server = session.server();
        warnWhenOpen(server);
        Credentials credentials = signIn(server);
        Me me = GpuaasClient.connect(server, credentials.accessToken())
                .identity()
                .getMe();
        session.signIn().keep(session.profile(), credentials).ifPresent(this::revokeFormer);
        report(server, me);
    }

    private void report(URI server, Me me) {
        Map<String, Object> signedIn = new LinkedHashMap<>();
        signedIn.put("profile", session.profile().value());
        signedIn.put("server", server);
        signedIn.put("principal_id", me.principalId());
        signedIn.put("display_name", me.displayName());
        Output output = session.output();
        output.note("Signed in. To sign out, run gpuaas logout.");
        if (session.surroundings().variable("GPUAAS_TOKEN").isPresent()) {
            output.note("GPUAAS_TOKEN is set and takes precedence over this sign-in unless you pass --profile.");
        }
        output.one(signedIn);
    }

    private Credentials signIn(URI server) {
        if (token != null) {
            return Credentials.ofToken(server, readToken(token));
        }
        return device
                ? session.signIn().byDevice(server, this::showCode)
                : session.signIn().byBrowser(server, this::showPage);
    }

    private String readToken(String source) {
        if (!source.equals("-") || device) {
            throw new IllegalArgumentException(
                    "Tokens are read only from standard input, and not with --device: gpuaas login --token -");
        }
        String read = session.terminal().readSecret("Token");
        if (read.isEmpty() || !read.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("Standard input contains no token.");
        }
        return read;
    }

    private void showPage(URI page) {
        Output output = session.output();
        boolean opened = new DesktopBrowser(session.surroundings().environment()).open(page);
        output.note(
                opened
                        ? "Sign in in the browser window that opens now. If none opens, go to"
                        : "Sign in with a browser on this machine (for another machine, use gpuaas login --device) at");
        output.note("  " + Words.printable(page.toString()));
    }

    private void showCode(DeviceCode code) {
        Output output = session.output();
        output.note("Open  " + Words.printable(code.page()));
        output.note("Enter " + Words.printable(code.userCode()));
        if (!code.completePage().isEmpty()) {
            output.note("Or    " + Words.printable(code.completePage()));
        }
        output.note("The code expires in " + code.lifetime().toMinutes() + " minutes. Press Ctrl-C to cancel.");
    }

    private void warnWhenOpen(URI server) {
        String host = String.valueOf(server.getHost());
        boolean here = host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
        if ("http".equals(server.getScheme()) && !here) {
            session.output()
                    .note("The connection to " + server
                            + " is not encrypted; others on the network can read your token.");
        }
    }

    /** Ends the sign-in this one replaces, which would otherwise stay valid for days. */
    private void revokeFormer(Credentials former) {
        try {
            session.signIn().revoke(former);
        } catch (SignInException | IssuerUnreachableException e) {
            session.output()
                    .note("Could not end the previous sign-in of this profile: "
                            + Words.printable(String.valueOf(e.getMessage())));
        }
    }
}
