package io.gpuaas.cli;

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
        description = "Signs you in to a control plane: with a browser here, with a code on another machine, or with "
                + "a token you have. The sign-in is kept in the profile and renewed by itself.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas login",
            "  gpuaas login --server https://gpu.example.com --profile work",
            "  gpuaas login --device",
            "  gpuaas login --token - < token.txt",
        })
final class LoginCommand implements Runnable {

    private final Session session;

    @Option(names = "--device", description = "Show a code to confirm in a browser on any machine.")
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
        output.note("You are signed in; gpuaas logout ends it.");
        if (session.surroundings().variable("GPUAAS_TOKEN").isPresent()) {
            output.note("GPUAAS_TOKEN is set and goes before this sign-in, unless --profile is given.");
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
                    "A token is read from standard input only, and without --device: gpuaas login --token -");
        }
        String read = session.terminal().readSecret("Token");
        if (read.isEmpty() || !read.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("Standard input holds no token.");
        }
        return read;
    }

    private void showPage(URI page) {
        Output output = session.output();
        boolean opened = new DesktopBrowser(session.surroundings().environment()).open(page);
        output.note(
                opened
                        ? "Sign in with the browser that opens now. If none does, go to"
                        : "Sign in with a browser of this machine (gpuaas login --device is for another one) at");
        output.note("  " + Words.printable(page.toString()));
    }

    private void showCode(DeviceCode code) {
        Output output = session.output();
        output.note("Open  " + Words.printable(code.page()));
        output.note("Type  " + Words.printable(code.userCode()));
        if (!code.completePage().isEmpty()) {
            output.note("Or    " + Words.printable(code.completePage()));
        }
        output.note("The code lasts " + code.lifetime().toMinutes() + " minutes; Ctrl-C gives up.");
    }

    private void warnWhenOpen(URI server) {
        String host = String.valueOf(server.getHost());
        boolean here = host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
        if ("http".equals(server.getScheme()) && !here) {
            session.output().note("The connection to " + server + " is not encrypted: others may read your token.");
        }
    }

    /** Left alone, what this sign-in replaced would go on for days. */
    private void revokeFormer(Credentials former) {
        try {
            session.signIn().revoke(former);
        } catch (SignInException | IssuerUnreachableException e) {
            session.output()
                    .note("The former sign-in of this profile could not be ended: "
                            + Words.printable(String.valueOf(e.getMessage())));
        }
    }
}
