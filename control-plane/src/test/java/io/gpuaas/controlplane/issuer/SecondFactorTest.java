package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sign-in with authenticator apps and recovery codes. */
class SecondFactorTest extends SecondFactorScene {

    @Test
    void thePasswordAloneOpensNothingOnceThereIsAnApp() {
        Person person = new Person();
        person.addApp();
        Browser browser = new Browser(plane.port());
        Reply step = person.password(browser);
        assertThat(step.body()).contains("Code from your authenticator app");
        assertNotSignedIn(browser);
        Reply wrong = browser.submit(step, 0, "code", "000000");
        assertThat(wrong.status()).isEqualTo(400);
        assertNotSignedIn(browser);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND outcome = 'refused'"
                                + " AND actor_id = '" + person.user.id() + "'"))
                .as("a wrong code after a right password is the person's row")
                .isEqualTo(1);
        browser.follow(browser.submit(wrong, 0, "code", person.freshCode()));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        assertThat(person.audited("user.add_second_factor")).isEqualTo(1);
        assertThat(person.letters()).contains("A second factor was added");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'user.sign_in' AND target = '"
                                + person.user.id() + "' AND detail LIKE '%password and app%'"))
                .as("when it was added, and now")
                .isEqualTo(2);
    }

    @Test
    void aCodeCountsOnceWhereverItIsShown() {
        Person person = new Person();
        person.addApp();
        String code = person.freshCode();
        List<Browser> browsers =
                Stream.generate(() -> new Browser(plane.port())).limit(4).toList();
        List<Reply> steps = browsers.stream().map(person::password).toList();
        List<Integer> answers = IntStream.range(0, 4)
                .mapToObj(n -> CompletableFuture.supplyAsync(() ->
                        browsers.get(n).submit(steps.get(n), 0, "code", code).status()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers).containsOnlyOnce(302);
        Browser later = new Browser(plane.port());
        assertThat(later.submit(person.password(later), 0, "code", Totp.code(person.secret, step() - 1))
                        .status())
                .as("nor does one from before it")
                .isEqualTo(400);
    }

    @Test
    void aRecoveryCodeSignsInOnceAndIsToldByMail() {
        Person person = new Person();
        person.addApp();
        String code =
                person.recoveryCodes.get(3).toUpperCase(java.util.Locale.ROOT).replace("-", " ");
        Browser browser = new Browser(plane.port());
        browser.follow(browser.submit(person.password(browser), 0, "code", code));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        Browser again = new Browser(plane.port());
        assertThat(again.submit(person.password(again), 0, "code", code).status())
                .isEqualTo(400);
        assertThat(person.audited("user.use_recovery_code")).isEqualTo(1);
        assertThat(person.letters()).contains("A recovery code was used");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.recovery_code WHERE principal_id = '" + person.user.id()
                                + "'"))
                .isEqualTo(9);
    }

    @Test
    void guessingIsSlowedDownForThePersonAndNotForTheBrowser() {
        Person person = new Person();
        person.addApp();
        List<Integer> answers = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            Browser browser = new Browser(plane.port());
            Reply page = person.password(browser);
            for (int guess = 0; guess < 3 && page.status() != 429; guess++) {
                page = browser.submit(page, 0, "code", "00000" + guess);
                answers.add(page.status());
            }
        }
        assertThat(answers).contains(400).endsWith(429);
    }

    @Test
    void thievesOfThePasswordDoNotMakeAKnownBrowserWaitAndBecomeNoneThemselves() {
        Person person = new Person();
        Browser known = person.addApp();
        known.cookies().remove(Logins.COOKIE);
        Browser thief = new Browser(plane.port());
        Reply thiefsPage = person.password(thief);
        assertThat(thief.cookies())
                .as("the password alone makes no browser known")
                .doesNotContainKey(KnownBrowsers.COOKIE);
        String everywhere = "FACTOR " + person.user.username();
        plane.database()
                .execute(
                        "INSERT INTO limits.throttle (key, attempts, blocked_until, expires_at) VALUES ('sign-in/account:"
                                + Digests.hexSha256(everywhere.getBytes(StandardCharsets.UTF_8))
                                + "', 200, now() + interval '5 minutes', now() + interval '30 minutes')");
        assertThat(thief.submit(thiefsPage, 0, "code", "000000").status()).isEqualTo(429);
        Reply wrong = known.submit(person.password(known), 0, "code", "000000");
        assertThat(wrong.status()).isEqualTo(400);
        known.follow(known.submit(wrong, 0, "code", person.freshCode()));
        assertThat(known.get("/auth/session").status()).isEqualTo(200);
    }

    @Test
    void fiveWrongCodesAskForThePasswordAgain() {
        Person person = new Person();
        person.addApp();
        Browser browser = new Browser(plane.port());
        person.password(browser);
        plane.database()
                .execute("UPDATE issuer.second_step SET wrong_answers = 4 WHERE principal_id = '" + person.user.id()
                        + "'");
        Reply last = browser.submit(browser.get("/factors/verify"), 0, "code", "000000");
        assertThat(last.location()).isEqualTo("/login?error");
        assertThat(browser.get("/factors/verify").location()).isEqualTo("/login");
    }

    @Test
    void aForgedFormIsRefused() {
        Person person = new Person();
        Browser browser = person.addApp();
        assertThat(browser.postForm("/factors/recovery-codes", "").status()).isEqualTo(403);
        assertThat(browser.postForm("/factors/add", "").status()).isEqualTo(403);
    }
}
