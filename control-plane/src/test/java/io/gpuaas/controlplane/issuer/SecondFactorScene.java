package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.PasswordUsers.NewUser;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** People who sign in with a password and an authenticator app. */
@Against("PostgreSQL")
@SuppressWarnings("NullAway.Init")
abstract class SecondFactorScene {

    static final Pattern KEY = Pattern.compile("Key: <code>([A-Z2-7 ]+)</code>");
    static final Pattern CODE = Pattern.compile("[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}");
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private static boolean isStarted;
    static TestControlPlane plane;
    static ApiClient admin;

    /** Its own plane, because the policy counts for everybody; one for all subclasses, since a start takes seconds. */
    @BeforeAll
    static synchronized void start() {
        if (isStarted) {
            return;
        }
        isStarted = true;
        plane = TestControlPlane.start(Map.of());
        Runtime.getRuntime().addShutdownHook(new Thread(plane::close));
        admin = plane.admin();
    }

    @AfterEach
    void relax() {
        demand("optional");
    }

    static void demand(String of) {
        ApiClient.Reply set = admin.put("/api/v1/policies/sign_in.second_factor", "{\"value\":\"" + of + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    /** A person with a password, an address and perhaps an app. */
    static final class Person {

        final NewUser user;
        final String email = "f-" + UUID.randomUUID() + "@example.com";
        byte[] secret = {};
        List<String> recoveryCodes = List.of();

        Person(String... platformRoles) {
            user = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Nina");
            plane.database()
                    .execute("UPDATE identity.principal SET email = '" + email + "' WHERE id = '" + user.id() + "'");
            for (String role : platformRoles) {
                plane.database()
                        .execute("INSERT INTO identity.role_binding (principal_id, role) VALUES ('" + user.id() + "', '"
                                + role + "')");
            }
        }

        Reply password(Browser browser, String... continueTo) {
            Reply page = browser.follow(browser.get(continueTo.length == 0 ? "/auth/login" : continueTo[0]));
            return browser.follow(browser.submit(page, 0, "username", user.username(), "password", user.password()));
        }

        /** Reads the key off the page and types the code the app would show. */
        Reply enrol(Browser browser, Reply page) {
            Matcher key = KEY.matcher(page.body());
            assertThat(key.find()).as(page.body()).isTrue();
            secret = decode(key.group(1).replace(" ", ""));
            Reply done = browser.submit(page, 0, "code", Totp.code(secret, step()));
            recoveryCodes = CODE.matcher(done.body())
                    .results()
                    .map(match -> match.group())
                    .toList();
            return done;
        }

        /** By the page a signed-in person finds in the profile. */
        Browser addApp() {
            Browser browser = new Browser(plane.port());
            Reply manage = password(browser, "/factors");
            assertThat(manage.body()).contains("You sign in with your password alone");
            Reply page = browser.follow(browser.submit(manage, 0));
            assertThat(enrol(browser, page).status()).isEqualTo(200);
            assertThat(recoveryCodes).hasSize(10).doesNotHaveDuplicates();
            return browser;
        }

        /** One that was not used yet, however many were. */
        String freshCode() {
            plane.database()
                    .execute("UPDATE issuer.second_factor SET last_step = 0 WHERE principal_id = '" + user.id() + "'");
            return Totp.code(secret, step());
        }

        Browser signedIn() {
            Browser browser = new Browser(plane.port());
            Reply step = password(browser);
            if (secret.length > 0) {
                browser.follow(browser.submit(step, 0, "code", freshCode()));
            }
            assertThat(browser.get("/auth/session").status()).isEqualTo(200);
            return browser;
        }

        long audited(String action) {
            return plane.database()
                    .count("SELECT count(*) FROM audit.event WHERE action = '" + action + "' AND target LIKE '%"
                            + user.id() + "' AND outcome = 'succeeded'");
        }

        List<String> letters() {
            List<String> subjects = new ArrayList<>();
            admin.get("/api/v1/mail?limit=200").json().path("items").forEach(letter -> {
                if (letter.path("to").asString().equals(email)) {
                    subjects.add(letter.path("subject").asString());
                }
            });
            return subjects;
        }
    }

    static long step() {
        return Instant.now().getEpochSecond() / 30;
    }

    static byte[] decode(String base32) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int bits = 0;
        int held = 0;
        for (int i = 0; i < base32.length(); i++) {
            bits = ((bits << 5) | BASE32.indexOf(base32.charAt(i))) & 0xFFFF;
            held += 5;
            if (held >= 8) {
                held -= 8;
                bytes.write((bits >> held) & 0xFF);
            }
        }
        return bytes.toByteArray();
    }

    static int status(Browser browser) {
        return browser.get("/api/v1/me").status();
    }

    static void assertNotSignedIn(Browser browser) {
        assertThat(browser.cookies()).doesNotContainKeys("__Host-gpuaas", Logins.COOKIE);
        assertThat(browser.get("/auth/session").status()).isEqualTo(401);
        assertThat(browser.get(TestUser.authorizeCli()).location()).contains("/login?");
    }
}
