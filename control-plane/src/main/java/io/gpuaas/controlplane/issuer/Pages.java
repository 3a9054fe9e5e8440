package io.gpuaas.controlplane.issuer;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** The pages people see while they sign in. Plain HTML that needs no script; every value is escaped. */
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
                """.formatted(message, escape(csrf), escape(continueTo)));
    }

    static String tooManyAttempts(long seconds) {
        return page("Too many attempts", """
                <p role="alert" class="note">Too many sign-ins were tried. Wait %d seconds, then try again.</p>
                <p><a href="/login">Back</a></p>
                """.formatted(seconds));
    }

    static String device(String userCode, @Nullable String message) {
        return page("Sign a device in", """
                %s<p>Type the code your device shows. Go on only if you started this yourself.</p>
                <form method="post" action="/oauth2/device_verification">
                <label for="user_code">Code</label>
                <input id="user_code" name="user_code" value="%s" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
                <button>Go on</button>
                </form>
                """.formatted(note(message), escape(userCode)));
    }

    static String confirmDevice(String client, String userCode, String state, String scope) {
        return page("Sign this device in?", """
                <p>The device shows <strong>%2$s</strong>. If you sign it in, the %1$s there acts in your name.</p>
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
                <button class="second">Refuse</button>
                </form>
                """.formatted(
                        client.equals(Clients.CLI) ? "command line" : "program",
                        escape(userCode),
                        escape(client),
                        escape(state),
                        escape(scope)));
    }

    static String done(String title, String text) {
        return page(title, "<p>" + escape(text) + "</p>\n");
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

    /** What went well. */
    static String said(String message) {
        return "<p role=\"status\" class=\"said\">" + escape(message) + "</p>\n";
    }

    static String note(@Nullable String message) {
        return message == null ? "" : "<p role=\"alert\" class=\"note\">" + escape(message) + "</p>\n";
    }

    private static String page(String title, String body) {
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

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}
