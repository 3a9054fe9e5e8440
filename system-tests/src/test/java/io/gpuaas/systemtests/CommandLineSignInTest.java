package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People sign in with the real command line at the real issuer; an HTTP client does what their browser would. */
@Against("PostgreSQL")
class CommandLineSignInTest {

    private static final int COMMANDS_AT_ONCE = 4;
    private static final Pattern REFRESH_TOKEN = Pattern.compile("\"refresh_token\"\\s*:\\s*\"([^\"]+)\"");

    private static final Pattern ID = Pattern.compile("ID +([0-9a-f-]{36})");

    @TempDir
    static Path server = Path.of("set by JUnit");

    private static Installation installation = new Installation(server);

    @TempDir
    Path home = Path.of("set by JUnit");

    @BeforeAll
    static void start() {
        installation = new Installation(server);
        // Variables of the command line must not keep a server from starting in the same terminal.
        Command.Outcome up = Command.gpuaas(
                        "up",
                        "--no-demo",
                        "--detach",
                        "--port",
                        String.valueOf(installation.port()),
                        "--data",
                        installation.data().toString())
                .with("GPUAAS_SERVER", "https://gpu.example.com")
                .with("GPUAAS_PROFILE", "somebody")
                .run();
        assertThat(up.exitCode()).as(up.output()).isZero();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void aDeviceIsConfirmedOnThePageAndSignedOutAgain() throws IOException {
        Path output = home.resolve("login.out");
        Process login = gpuaas("login", "--device").start(output);
        String code = awaitMatch(login, output, Pattern.compile("Enter (\\S+)"));

        SignInPages browser = signIn(new SignInPages(installation.url()).open("/device"));
        browser.submit(Map.of("user_code", code));
        assertThat(browser.page()).contains("Sign in this device?");
        browser.submit(Map.of());
        assertThat(browser.page()).contains("Device signed in");

        Installation.awaitEnd(login.toHandle());
        assertThat(read(output)).contains("Signed in.").contains("admin");
        assertThat(login.exitValue()).isZero();
        assertThat(Files.getPosixFilePermissions(profile())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(gpuaas("me").run().output()).contains("platform_admin");

        String refreshToken = refreshToken();
        assertThat(gpuaas("logout").run().output()).contains("Signed out of");
        assertThat(profile()).doesNotExist();
        assertThat(gpuaas("me").run().exitCode()).isEqualTo(2);
        assertThat(installation.refresh(refreshToken))
                .as("the issuer knows it no more")
                .isEqualTo(400);
    }

    @Test
    void aBrowserSignsInAndCommandsAtOnceRenewOneToken() throws IOException {
        Path output = home.resolve("login.out");
        Process login = gpuaas("login")
                .with("DISPLAY", ":99")
                .with("PATH", fakeDesktop() + ":" + System.getenv("PATH"))
                .start(output);
        String page = awaitMatch(login, output, Pattern.compile("  (http\\S+/oauth2/authorize\\S+)"));
        Installation.await("the browser", () -> Files.exists(home.resolve("opened")));
        assertThat(read(home.resolve("opened")).strip()).isEqualTo(page);

        SignInPages browser = signIn(new SignInPages(installation.url()).open(page));
        assertThat(browser.page()).contains("Allow the command line to act as you?");
        browser.submit(Map.of());
        assertThat(browser.at().getHost()).isEqualTo("127.0.0.1");
        assertThat(browser.at().getPath()).isEqualTo("/callback");
        assertThat(browser.page()).contains("You can close this window");
        Installation.awaitEnd(login.toHandle());
        assertThat(login.exitValue()).as(read(output)).isZero();

        String before = refreshToken();
        letTheTokenExpire();
        List<Process> commands = new ArrayList<>();
        for (int i = 0; i < COMMANDS_AT_ONCE; i++) {
            commands.add(gpuaas("me").start(home.resolve("me" + i)));
        }
        for (int i = 0; i < COMMANDS_AT_ONCE; i++) {
            Installation.awaitEnd(commands.get(i).toHandle());
            assertThat(commands.get(i).exitValue())
                    .as(read(home.resolve("me" + i)))
                    .isZero();
        }
        String after = refreshToken();
        assertThat(after).isNotEqualTo(before);

        // Had one of them used the old refresh token a second time, the issuer would have ended the sign-in.
        letTheTokenExpire();
        Command.Outcome still = gpuaas("me").run();
        assertThat(still.exitCode()).as(still.output()).isZero();
        assertThat(refreshToken()).isNotEqualTo(after);
    }

    @Test
    void aProgramMintsATokenWithAPrivateKeyThatStaysHere() throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        Path privateKey = writePem("PRIVATE KEY", pair.getPrivate());
        Path publicKey = writePem("PUBLIC KEY", pair.getPublic());

        String tenant = asAdmin("tenants", "create", "acme", "--name", "Acme");
        String project = asAdmin("projects", "create", "vision", "--name", "Vision", "--tenant", tenant);
        String account = asAdmin("service-accounts", "create", "ci", "--scope", "projects.read", "--project", project);
        String key = asAdmin(
                "service-accounts",
                "keys",
                "create",
                account,
                "--project",
                project,
                "--public-key",
                publicKey.toString());
        Command.Outcome minted = gpuaas(
                        "service-accounts",
                        "mint-token",
                        "--token-only",
                        "--key",
                        key,
                        "--service-account",
                        account,
                        "--private-key",
                        privateKey.toString())
                .run();
        assertThat(minted.exitCode()).as(minted.output()).isZero();

        Command.Outcome me =
                gpuaas("me").with("GPUAAS_TOKEN", minted.output().strip()).run();
        assertThat(me.output()).contains(account).contains("service_account");
    }

    private Path writePem(String kind, Key key) throws IOException {
        return Files.writeString(
                home.resolve(kind.replace(' ', '-')),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                        + "\n-----END " + kind + "-----\n");
    }

    /** Runs it as the first administrator and answers the first id it prints. */
    private String asAdmin(String... arguments) {
        Command.Outcome outcome = gpuaas(arguments)
                .with("GPUAAS_TOKEN", installation.firstLoginToken())
                .run();
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        Matcher id = ID.matcher(outcome.output());
        assertThat(id.find()).as(outcome.output()).isTrue();
        return id.group(1);
    }

    private Command gpuaas(String... arguments) {
        return Command.gpuaas(arguments)
                .with("GPUAAS_SERVER", installation.url())
                .with("XDG_CONFIG_HOME", home.toString())
                .with("GPUAAS_PROFILE", "somebody")
                .without("GPUAAS_TOKEN");
    }

    private static SignInPages signIn(SignInPages browser) {
        return browser.submit(
                Map.of("username", installation.firstLogin("user"), "password", installation.firstLogin("password")));
    }

    /** A desktop whose browser only remembers what it was asked to open. */
    private String fakeDesktop() throws IOException {
        Path programs = Files.createDirectory(home.resolve("programs"));
        Path opener = Files.writeString(
                programs.resolve("xdg-open"),
                "#!/bin/sh\necho \"$1\" > '" + home.resolve("opened.new") + "' && mv '" + home.resolve("opened.new")
                        + "' '" + home.resolve("opened") + "'\n");
        Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
        return programs.toString();
    }

    private Path profile() {
        return home.resolve("gpuaas/somebody.json");
    }

    private String refreshToken() {
        Matcher token = REFRESH_TOKEN.matcher(read(profile()));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    private void letTheTokenExpire() throws IOException {
        String expired = read(profile())
                .replaceAll("\"expires_at\"\\s*:\\s*\"[^\"]+\"", "\"expires_at\" : \"2020-01-01T00:00:00Z\"");
        assertThat(expired).contains("2020-01-01");
        Files.writeString(profile(), expired);
    }

    private static String awaitMatch(Process process, Path output, Pattern pattern) {
        Installation.await(
                pattern.toString(), () -> pattern.matcher(read(output)).find() || !process.isAlive());
        Matcher match = pattern.matcher(read(output));
        assertThat(match.find()).as(read(output)).isTrue();
        return match.group(1);
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
