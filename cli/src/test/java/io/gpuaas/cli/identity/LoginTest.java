package io.gpuaas.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {

    private static final String ME =
            "{\"principal_id\":\"p-1\",\"kind\":\"user\",\"display_name\":\"Ada\",\"grants\":[]}";
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Pattern PAGE = Pattern.compile("  (http\\S+/authorize\\?(\\S+))");
    private static final String REFRESH = "POST /token";

    @TempDir
    Path folder;

    private Shell shell;
    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer().issues();
        server.answers("GET /api/v1/me", 200, ME).answers("POST /revoke", 200, "{}");
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).at(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String tokens(String access, String refresh) {
        return "{\"access_token\":\"%s\",\"refresh_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":900}"
                .formatted(access, refresh);
    }

    private void signInWithACode() {
        server.answers("POST /device", 200, """
                {"device_code":"d-1","user_code":"ABCD-EFGH","verification_uri":"%s/confirm","expires_in":600,
                 "interval":1}""".formatted(server.url()));
        server.answersNext(REFRESH, 200, tokens("a-1", "r-1"));
        assertThat(shell.type("login --device")).as(shell.said()).isZero();
    }

    /** As if signed in before; asking a device's issuer takes a second at least. */
    private void beSignedIn() throws IOException {
        Files.createDirectories(folder.resolve("config/gpuaas"));
        Files.writeString(profile("default.json"), """
                {"server":"%1$s","issuer":"%1$s","access_token":"a-1","expires_at":"%2$s","refresh_token":"r-1"}""".formatted(server.url(), NOW.plusSeconds(900)));
    }

    private void later(Duration duration) {
        shell.at(Clock.fixed(NOW.plus(duration), ZoneOffset.UTC));
    }

    private String tokenShown() {
        return server.received().getLast().token();
    }

    private Path profile(String name) {
        return folder.resolve("config/gpuaas").resolve(name);
    }

    @Test
    void aDeviceShowsItsCodeAndKeepsWhatItGets() throws IOException {
        signInWithACode();

        assertThat(shell.said()).contains(server.url() + "/confirm").contains("ABCD-EFGH");
        assertThat(shell.printed()).contains("PROFILE       default").contains("Ada");
        assertThat(server.bodiesOf("POST /device")).first().asString().contains("client_id=gpuaas-cli", "scope=api");
        assertThat(server.bodiesOf(REFRESH)).first().asString().contains("device_code=d-1");
        assertThat(Files.getPosixFilePermissions(profile("default.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(folder.resolve("config/gpuaas")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(shell.printed() + shell.said()).doesNotContain("a-1").doesNotContain("r-1");

        assertThat(shell.unset("GPUAAS_SERVER").type("me")).isZero();
        assertThat(tokenShown()).isEqualTo("Bearer a-1");
    }

    @Test
    void aBrowserComesBackToThisMachineWithTheRightState() throws Exception {
        server.answersNext(REFRESH, 200, tokens("a-1", "r-1"));
        CompletableFuture<Integer> login = CompletableFuture.supplyAsync(() -> shell.type("login"));
        Map<String, String> asked = parameters(awaitPage(login));
        String callback = asked.getOrDefault("redirect_uri", "");
        assertThat(callback).matches("http://127\\.0\\.0\\.1:\\d+/callback");
        assertThat(asked).containsEntry("response_type", "code").containsEntry("code_challenge_method", "S256");

        assertThat(visit(callback.replace("/callback", "/favicon.ico")).statusCode())
                .isEqualTo(404);
        assertThat(visit(callback + "?code=evil&state=guessed").statusCode()).isEqualTo(400);
        HttpResponse<String> page = visit(callback + "?code=c-1&state=" + asked.get("state"));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("You can close this window");

        assertThat(login.get(60, TimeUnit.SECONDS)).as(shell.said()).isZero();
        Map<String, String> redeemed = parameters(server.bodiesOf(REFRESH).getFirst());
        assertThat(redeemed).containsEntry("code", "c-1").containsEntry("redirect_uri", callback);
        assertThat(challenge(redeemed.getOrDefault("code_verifier", ""))).isEqualTo(asked.get("code_challenge"));
    }

    @Test
    void aRefusalOfTheIssuerIsReportedInASentence() throws Exception {
        CompletableFuture<Integer> login = CompletableFuture.supplyAsync(() -> shell.type("login"));
        Map<String, String> asked = parameters(awaitPage(login));
        visit(asked.get("redirect_uri") + "?error=access_denied&state=" + asked.get("state"));

        assertThat(login.get(60, TimeUnit.SECONDS)).isOne();
        assertThat(shell.said().lines().toList().getLast()).isEqualTo("gpuaas: The issuer refused: access_denied");
        assertThat(profile("default.json")).doesNotExist();
    }

    @Test
    void aTokenComesThroughStandardInput() {
        shell.piping("gpuaas_pat_1\n");
        assertThat(shell.run("login", "--token", "-", "--profile", "ci")).isZero();
        assertThat(tokenShown()).isEqualTo("Bearer gpuaas_pat_1");
        assertThat(shell.type("me --profile ci")).isZero();
        assertThat(tokenShown()).isEqualTo("Bearer gpuaas_pat_1");
        assertThat(profile("default.json")).doesNotExist();
    }

    @Test
    void aTokenTheServerRefusesIsNotKept() {
        server.refuses("GET /api/v1/me", 401, "unauthenticated");
        assertThat(shell.piping("wrong\n").type("login --token -")).isEqualTo(2);
        assertThat(shell.said()).endsWith("; sign in with gpuaas login\n").hasLineCount(1);
        assertThat(profile("default.json")).doesNotExist();
    }

    @Test
    void anOldTokenIsRenewedBeforeItEnds() throws IOException {
        beSignedIn();
        server.answersNext(REFRESH, 200, tokens("a-2", "r-2"));

        later(Duration.ofSeconds(839));
        assertThat(shell.type("me")).isZero();
        assertThat(tokenShown()).isEqualTo("Bearer a-1");
        later(Duration.ofMinutes(14));
        assertThat(shell.type("me")).isZero();
        assertThat(tokenShown()).isEqualTo("Bearer a-2");
        assertThat(server.bodiesOf(REFRESH)).last().asString().contains("refresh_token=r-1");
    }

    @Test
    void commandsAtOnceRenewOnce() throws Exception {
        beSignedIn();
        server.answersNext(REFRESH, 200, tokens("a-2", "r-2")).answers(REFRESH, 400, "{\"error\":\"invalid_grant\"}");
        later(Duration.ofHours(1));

        List<CompletableFuture<Integer>> commands = Stream.generate(shell::beside)
                .limit(4)
                .map(beside -> CompletableFuture.supplyAsync(() -> beside.type("me")))
                .toList();
        for (CompletableFuture<Integer> command : commands) {
            assertThat(command.get(60, TimeUnit.SECONDS)).isZero();
        }
        assertThat(server.bodiesOf(REFRESH)).as("one renewal").hasSize(1);
    }

    @Test
    void anEndedSignInSaysHowToGoOn() throws IOException {
        beSignedIn();
        server.answers(REFRESH, 400, "{\"error\":\"invalid_grant\"}");
        later(Duration.ofDays(15));

        assertThat(shell.type("me")).isEqualTo(2);
        assertThat(shell.said()).contains("sign in again with gpuaas login").hasLineCount(1);
    }

    @Test
    void whomTheServerDoesNotKnowIsNotSignedIn() throws IOException {
        beSignedIn();
        server.refuses("GET /api/v1/me", 401, "unauthenticated");

        assertThat(shell.type("me")).isEqualTo(2);
        assertThat(shell.said()).endsWith("; sign in with gpuaas login\n").hasLineCount(1);
    }

    @Test
    void signingOutRevokesAndDeletes() throws IOException {
        beSignedIn();
        assertThat(shell.type("logout")).isZero();
        assertThat(server.bodiesOf("POST /revoke"))
                .hasSize(1)
                .first()
                .asString()
                .contains("token=r-1");
        assertThat(profile("default.json")).doesNotExist();
        assertThat(shell.type("me")).isEqualTo(2);
        assertThat(shell.type("logout")).isZero();
        assertThat(shell.said()).contains("is not signed in");
    }

    @Test
    void signingOutWithoutTheIssuerStillDeletes() throws IOException {
        beSignedIn();
        server.close();
        assertThat(shell.type("logout")).isEqualTo(3);
        assertThat(profile("default.json")).doesNotExist();
        assertThat(shell.said()).contains("but not at the issuer");
    }

    @Test
    void aRefusalToRevokeIsSaidAndTheProfileIsDeleted() throws IOException {
        beSignedIn();
        server.answers("POST /revoke", 400, "{\"error\":\"unsupported_token_type\"}");
        assertThat(shell.type("logout")).isOne();
        assertThat(profile("default.json")).doesNotExist();
        assertThat(shell.said()).contains("but not at the issuer").contains("unsupported_token_type");
    }

    @Test
    void aNewSignInEndsTheFormerOne() throws IOException {
        beSignedIn();
        assertThat(shell.piping("gpuaas_pat_1").type("login --token -")).isZero();
        assertThat(server.bodiesOf("POST /revoke"))
                .hasSize(1)
                .first()
                .asString()
                .contains("token=r-1");
    }

    @Test
    void aProfilesTokenIsShownToItsServerOnly() throws IOException {
        beSignedIn();
        int before = server.received().size();
        assertThat(shell.run("me", "--server", server.url().replace("127.0.0.1", "localhost")))
                .isEqualTo(2);
        assertThat(shell.said()).contains("is signed in to " + server.url());
        assertThat(server.received()).hasSize(before);
    }

    @Test
    void optionsGoBeforeVariablesAndThoseBeforeProfiles() throws IOException {
        beSignedIn();
        try (FakeServer other = new FakeServer()) {
            other.answers("GET /api/v1/me", 200, ME);
            shell.set("GPUAAS_SERVER", other.url()).set("GPUAAS_TOKEN", "of-variable");
            assertThat(shell.type("me")).isZero();
            assertThat(other.received().getLast().token()).isEqualTo("Bearer of-variable");

            assertThat(shell.type("me --profile default")).isZero();
            assertThat(tokenShown()).as("of the profile, at its server").isEqualTo("Bearer a-1");
            assertThat(other.received()).hasSize(1);

            shell.unset("GPUAAS_TOKEN").unset("GPUAAS_SERVER").set("GPUAAS_PROFILE", "nobody");
            assertThat(shell.type("me")).isEqualTo(2);
            assertThat(shell.said()).contains("profile nobody");
        }
    }

    @Test
    void aServerWithoutIssuerSaysSo() throws IOException {
        try (FakeServer other = new FakeServer()) {
            assertThat(shell.set("GPUAAS_SERVER", other.url()).type("login")).isOne();
            assertThat(shell.said()).contains("How to sign in to " + other.url() + " is not told");
        }
        assertThat(shell.type("login")).isEqualTo(3);
    }

    @Test
    void withoutAHomeNothingIsKept() {
        shell.unset("XDG_CONFIG_HOME").piping("t\n");
        assertThat(shell.type("login --token -")).isEqualTo(2);
        assertThat(shell.said()).contains("set HOME or XDG_CONFIG_HOME");
    }

    @Test
    void aDamagedProfileSaysSo() throws IOException {
        beSignedIn();
        Files.writeString(profile("default.json"), "{");
        assertThat(shell.type("me")).isOne();
        assertThat(shell.said()).contains("is damaged").hasLineCount(1);
    }

    private String awaitPage(CompletableFuture<?> login) {
        Instant deadline = Instant.now().plusSeconds(10);
        while (Instant.now().isBefore(deadline) && !login.isDone()) {
            Matcher page = PAGE.matcher(shell.said());
            if (page.find()) {
                return page.group(2);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        throw new AssertionError("no page to sign in: " + shell.said());
    }

    private static HttpResponse<String> visit(String address) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        }
    }

    private static Map<String, String> parameters(String form) {
        return Arrays.stream(form.split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private static String challenge(String verifier) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }
}
