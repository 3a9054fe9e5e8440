package io.gpuaas.controlplane.issuer;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** Renders the sign-in pages as plain, escaped HTML. Scripts are static files and optional, except for security keys. */
final class Pages {

    private Pages() {}

    static String signIn(String csrf, String continueTo, String message) {
        return page("Sign in", """
                %s<form method="post" action="/login">
                <label for="username">User name</label>
                <input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required autofocus>
                <label for="password">Password</label>
                <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required>
                <input type="hidden" name="_csrf" value="%s">
                <input type="hidden" name="continue" value="%s">
                <button>Sign in</button>
                </form>
                <p><a href="/password/forgot">Forgot your password?</a></p>
                """.formatted(message, escape(csrf), escape(continueTo)));
    }

    static String forgotPassword(String csrf) {
        return page("Forgot your password?", """
                <p>Enter your user name or email address. We'll email you a link to choose a new password.</p>
                <form method="post" action="/password/forgot">
                <label for="account">User name or email address</label>
                <input id="account" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required autofocus>
                <input type="hidden" name="_csrf" value="%s">
                <button>Send reset link</button>
                </form>
                <p><a href="/login">Back to sign-in</a></p>
                """.formatted(escape(csrf)));
    }

    static String resetPassword(String csrf, String token, @Nullable String message) {
        return page("Choose a new password", """
                %s<form method="post" action="/password/reset">
                <label for="token">Code</label>
                <input id="token" name="token" value="%s" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" required aria-describedby="where">
                <small id="where">Filled in from the link in the email. Without JavaScript, copy the part after <code>token=</code>.</small>
                <label for="password">New password</label>
                <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="200" required aria-describedby="rule">
                <small id="rule">At least 12 characters. You'll be signed out everywhere.</small>
                <input type="hidden" name="_csrf" value="%s">
                <button>Change password</button>
                </form>
                <p><a href="/password/forgot">Request another email</a></p>
                <script src="/password-reset.js"></script>
                """.formatted(note(message), escape(token), escape(csrf)));
    }

    static String tooManyAttempts(long seconds) {
        return page("Too many attempts", """
                <p role="alert" class="note">Too many sign-in attempts. Try again in %d seconds.</p>
                <p><a href="/login">Back to sign-in</a></p>
                """.formatted(seconds));
    }

    static String device(String userCode, @Nullable String message) {
        return page("Sign in a device", """
                %s<p>Enter the code shown on your device. Continue only if you started this yourself.</p>
                <form method="post" action="/oauth2/device_verification">
                <label for="user_code">Code</label>
                <input id="user_code" name="user_code" value="%s" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
                <button>Continue</button>
                </form>
                """.formatted(note(message), escape(userCode)));
    }

    static String confirmDevice(String client, String userCode, String state, String scope) {
        return page("Sign in this device?", """
                <p>The device shows <strong>%2$s</strong>. If you continue, the %1$s on it can act as you.</p>
                <form method="post" action="/oauth2/device_verification">
                <input type="hidden" name="client_id" value="%3$s">
                <input type="hidden" name="state" value="%4$s">
                <input type="hidden" name="user_code" value="%2$s">
                <input type="hidden" name="scope" value="%5$s">
                <button>Sign in</button>
                </form>
                <form method="post" action="/oauth2/device_verification">
                <input type="hidden" name="client_id" value="%3$s">
                <input type="hidden" name="state" value="%4$s">
                <input type="hidden" name="user_code" value="%2$s">
                <button class="second">Deny</button>
                </form>
                """.formatted(
                        client.equals(Clients.CLI) ? "command line" : "program",
                        escape(userCode),
                        escape(client),
                        escape(state),
                        escape(scope)));
    }

    static String confirmClient(String client, String state, String scope) {
        return page(
                "Allow the command line to act as you?", """
                <p>The gpuaas command line on this computer wants to sign in as you. Continue only if you ran gpuaas login yourself. You are asked only once.</p>
                <form method="post" action="/oauth2/authorize">
                <input type="hidden" name="client_id" value="%1$s">
                <input type="hidden" name="state" value="%2$s">
                <input type="hidden" name="scope" value="%3$s">
                <button>Sign in</button>
                </form>
                <form method="post" action="/oauth2/authorize">
                <input type="hidden" name="client_id" value="%1$s">
                <input type="hidden" name="state" value="%2$s">
                <button class="second">Deny</button>
                </form>
                """.formatted(escape(client), escape(state), escape(scope)));
    }

    static String done(String title, String text) {
        return page(title, "<p>" + escape(text) + "</p>\n");
    }

    static String doneWithLink(String title, String text, String address, String label) {
        return page(title, """
                <p>%s</p>
                <p><a href="%s">%s</a></p>
                """.formatted(escape(text), escape(address), escape(label)));
    }

    static String signOut(String csrf) {
        return page("Sign out?", """
                <form method="post" action="/logout">
                <input type="hidden" name="_csrf" value="%s">
                <button>Sign out</button>
                </form>
                """.formatted(escape(csrf)));
    }

    static void send(HttpServletResponse response, int status, String page) throws IOException {
        response.setStatus(status);
        response.setContentType("text/html;charset=UTF-8");
        response.getOutputStream().write(page.getBytes(StandardCharsets.UTF_8));
    }

    /** A success message. */
    static String said(String message) {
        return "<p role=\"status\" class=\"said\">" + escape(message) + "</p>\n";
    }

    static String note(@Nullable String message) {
        return message == null ? "" : "<p role=\"alert\" class=\"note\">" + escape(message) + "</p>\n";
    }

    static String page(String title, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%1$s · GPUaaS</title>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="/gpuaas.css">
                </head>
                <body>
                <main class="narrow">
                <p class="brand"><img src="/favicon.svg" width="28" height="28" alt="">GPUaaS</p>
                <h1>%1$s</h1>
                %2$s</main>
                </body>
                </html>
                """.formatted(escape(title), body);
    }

    static String escape(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}
