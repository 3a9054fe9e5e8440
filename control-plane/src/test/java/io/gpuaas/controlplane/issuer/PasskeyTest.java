package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.Chromium;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.PasswordUsers.NewUser;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;

/** Passkeys and security keys, with a key in software that may do anything. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasskeyTest {

    private static final Pattern OPTIONS = Pattern.compile("data-options=\"([^\"]+)\"");

    private final int port = FreePort.find();
    /** By name: browsers refuse keys for an address that is a number. */
    private final String origin = "http://localhost:" + port;

    private final TestControlPlane plane = TestControlPlane.start(
            Map.of("gpuaas.server.port", String.valueOf(port), "gpuaas.server.public-url", origin));

    private final NewUser user = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Nina");
    private final SoftwareKey key = new SoftwareKey(origin, "localhost");

    @AfterAll
    void stop() {
        plane.close();
    }

    private static String options(Reply page) {
        Matcher found = OPTIONS.matcher(page.body());
        assertThat(found.find()).as(page.body()).isTrue();
        return HtmlUtils.htmlUnescape(found.group(1));
    }

    private Reply password(Browser browser, NewUser who) {
        return browser.follow(browser.submit(
                browser.get("/login?continue=/factors"), 0, "username", who.username(), "password", who.password()));
    }

    private Reply enrolPage(Browser browser, NewUser who) {
        return browser.follow(browser.submit(password(browser, who), 0));
    }

    /** A person with this key and nothing else. */
    private NewUser owner(SoftwareKey registered) {
        NewUser who = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Otto");
        Browser browser = new Browser(port);
        Reply page = enrolPage(browser, who);
        Reply done = browser.submit(page, 1, "name", "My key", "answer", registered.create(options(page)));
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        assertThat(done.body()).contains("Recovery codes");
        return who;
    }

    private SoftwareKey newKey() {
        return new SoftwareKey(origin, "localhost");
    }

    /** Where the browser is sent with this answer: /factors when it is signed in. */
    private Reply answer(NewUser who, SoftwareKey with) {
        Browser browser = new Browser(port);
        Reply page = password(browser, who);
        return browser.submit(page, 1, "answer", with.get(options(page)));
    }

    @Test
    void aKeyIsAddedAndThenSignsIn() {
        NewUser who = owner(key);
        Browser browser = new Browser(port);
        Reply page = password(browser, who);
        assertThat(page.body()).contains("Use a passkey or security key");
        assertThat(browser.cookies()).doesNotContainKey(Logins.COOKIE);
        Reply in = browser.submit(page, 1, "answer", key.get(options(page)));
        assertThat(in.location()).isEqualTo("/factors");
        assertThat(browser.get("/factors").body()).contains("My key").contains("passkey or security key");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.login WHERE proof = 'key' AND principal_id = '" + who.id()
                                + "'"))
                .isGreaterThan(0);
    }

    @Test
    void anAnswerCountsOnceAndForItsOwnQuestion() {
        SoftwareKey mine = newKey();
        mine.counts = false;
        NewUser who = owner(mine);
        Browser browser = new Browser(port);
        Reply page = password(browser, who);
        String good = mine.get(options(page));
        Browser other = new Browser(port);
        Reply otherPage = password(other, who);
        assertThat(other.submit(otherPage, 1, "answer", good).status())
                .as("asked in another browser")
                .isEqualTo(400);
        assertThat(browser.submit(page, 1, "answer", good).location()).isEqualTo("/factors");
        assertThat(browser.submit(page, 1, "answer", good).location())
                .as("the step is over")
                .isEqualTo("/login");
        Browser third = new Browser(port);
        Reply first = password(third, who);
        String stale = mine.get(options(first));
        third.get("/factors/verify");
        assertThat(third.submit(first, 1, "answer", stale).status())
                .as("asked again meanwhile")
                .isEqualTo(400);
    }

    @Test
    void anotherSiteAnotherKeyAnotherPersonAndACopyAreRefused() {
        SoftwareKey mine = newKey();
        NewUser who = owner(mine);
        mine.origin = "https://evil.example";
        assertThat(answer(who, mine).status()).as("phished").isEqualTo(400);
        mine.origin = origin;
        mine.rpId = "evil.example";
        assertThat(answer(who, mine).status()).isEqualTo(400);
        mine.rpId = "localhost";
        mine.flags = 0;
        assertThat(answer(who, mine).status()).as("nobody touched it").isEqualTo(400);
        mine.flags = 1;
        assertThat(answer(who, mine).location()).isEqualTo("/factors");
        mine.count = 0;
        assertThat(answer(who, mine).status())
                .as("it counts less than before: a copy")
                .isEqualTo(400);
        mine.count = 100;

        SoftwareKey theirs = newKey();
        owner(theirs);
        assertThat(answer(who, theirs).status()).isEqualTo(400);
        SoftwareKey forged = newKey();
        System.arraycopy(mine.id, 0, forged.id, 0, mine.id.length);
        NewUser patient = owner(newKey());
        assertThat(answer(patient, forged).status()).isEqualTo(400);
    }

    @Test
    void aKeyMadeForAnotherSiteOrQuestionIsNotAddedNorTwice() {
        Browser browser = new Browser(port);
        Reply page = enrolPage(browser, user);
        SoftwareKey elsewhere = new SoftwareKey("https://evil.example", "localhost");
        Reply refused = browser.submit(page, 1, "answer", elsewhere.create(options(page)));
        assertThat(refused.status()).isEqualTo(400);
        SoftwareKey late = newKey();
        assertThat(browser.submit(refused, 1, "answer", late.create(options(page)))
                        .status())
                .as("the question before")
                .isEqualTo(400);
        Reply again = browser.get("/factors/enrol");
        assertThat(browser.submit(again, 1, "answer", "nonsense").status()).isEqualTo(400);
        NewUser keyless = owner(newKey());
        Browser verifying = new Browser(port);
        Reply asked = password(verifying, keyless);
        for (String nonsense : List.of("nonsense", "{}", "[]", "{\"id\":1,\"rawId\":\"!\",\"response\":{}}")) {
            assertThat(verifying.submit(asked, 1, "answer", nonsense).status()).isEqualTo(400);
        }
        SoftwareKey known = newKey();
        owner(known);
        Reply last = browser.get("/factors/enrol");
        assertThat(browser.submit(last, 1, "answer", known.create(options(last)))
                        .location())
                .as("somebody else's")
                .isEqualTo("/login");
        assertThat(plane.bean(FactorStore.class).list(user.id())).isEmpty();
    }

    @Test
    @Against({"PostgreSQL", "Chromium"})
    void aRealBrowserAddsAPasskeyAndSignsInWithIt() throws Exception {
        NewUser who = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Berta");
        try (Chromium chromium = new Chromium()) {
            chromium.call("WebAuthn.enable", Map.of());
            String passkeys = addAuthenticator(chromium);
            passwordIn(chromium, who);
            chromium.awaitText("You sign in with your password alone.");
            chromium.click("form[action='/factors/add'] button");
            awaitKeyForm(chromium);
            chromium.type("#key-name", "Laptop");
            chromium.click("#key button");
            chromium.awaitText("Recovery codes");
            assertThat(credentials(chromium, passkeys)).hasSize(1);

            chromium.open(origin + "/factors");
            chromium.awaitText("Laptop");
            chromium.click("form[action='/factors/add'] button");
            awaitKeyForm(chromium);
            chromium.click("#key button");
            chromium.awaitText("This key is already registered.");

            signOut(chromium);
            passwordIn(chromium, who);
            awaitKeyForm(chromium);
            chromium.click("#key button");
            chromium.awaitText("Second factors");
            assertThat(chromium.address()).isEqualTo(origin + "/factors");
            assertThat(plane.database()
                            .count("SELECT count(*) FROM issuer.login WHERE proof = 'key' AND principal_id = '"
                                    + who.id() + "'"))
                    .isGreaterThan(0);
        }
    }

    @Test
    @Against({"PostgreSQL", "Chromium"})
    void aRealBrowserWithAnotherKeyIsRefused() throws Exception {
        NewUser who = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Bruno");
        try (Chromium chromium = new Chromium()) {
            chromium.call("WebAuthn.enable", Map.of());
            String mine = addAuthenticator(chromium);
            passwordIn(chromium, who);
            chromium.awaitText("You sign in with your password alone.");
            chromium.click("form[action='/factors/add'] button");
            awaitKeyForm(chromium);
            chromium.click("#key button");
            chromium.awaitText("Recovery codes");
            JsonNode credential = credentials(chromium, mine).get(0);
            chromium.call("WebAuthn.removeVirtualAuthenticator", Map.of("authenticatorId", mine));

            String other = addAuthenticator(chromium);
            signOut(chromium);
            passwordIn(chromium, who);
            awaitKeyForm(chromium);
            chromium.click("#key button");
            chromium.awaitText("The key did not respond.");

            // Has the id of the registered credential, so that the browser uses it, and a private key of its own.
            chromium.call(
                    "WebAuthn.addCredential",
                    Map.of(
                            "authenticatorId",
                            other,
                            "credential",
                            Map.of(
                                    "credentialId",
                                    credential.path("credentialId").asString(),
                                    "isResidentCredential",
                                    true,
                                    "rpId",
                                    "localhost",
                                    "userHandle",
                                    credential.path("userHandle").asString(),
                                    "privateKey",
                                    newPrivateKey(),
                                    "signCount",
                                    1_000)));
            chromium.click("#key button");
            chromium.awaitText("That code or key is not valid");
            chromium.open(origin + "/factors");
            chromium.awaitText("User name");
        }
    }

    private void passwordIn(Chromium chromium, NewUser who) {
        chromium.open(origin + "/login?continue=/factors");
        chromium.awaitText("User name");
        chromium.type("#username", who.username());
        chromium.type("#password", who.password());
        chromium.click("button");
    }

    private void signOut(Chromium chromium) {
        chromium.open(origin + "/logout");
        chromium.awaitText("Sign out");
        chromium.click("button");
        chromium.awaitText("You are signed out.");
    }

    /** Until its script has taken over the form. */
    private static void awaitKeyForm(Chromium chromium) {
        chromium.await("document.readyState === 'complete' && document.querySelector('#key form') !== null");
    }

    /** A passkey of the device, synchronized by its maker, that a person always confirms. */
    private static String addAuthenticator(Chromium chromium) {
        Map<String, Object> options = Map.of(
                "protocol", "ctap2",
                "transport", "internal",
                "hasResidentKey", true,
                "hasUserVerification", true,
                "isUserVerified", true,
                "automaticPresenceSimulation", true,
                "defaultBackupEligibility", true,
                "defaultBackupState", true);
        return chromium.call("WebAuthn.addVirtualAuthenticator", Map.of("options", options))
                .path("authenticatorId")
                .asString();
    }

    private static JsonNode credentials(Chromium chromium, String authenticator) {
        return chromium.call("WebAuthn.getCredentials", Map.of("authenticatorId", authenticator))
                .path("credentials");
    }

    private static String newPrivateKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return Base64.getEncoder()
                .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
    }
}
