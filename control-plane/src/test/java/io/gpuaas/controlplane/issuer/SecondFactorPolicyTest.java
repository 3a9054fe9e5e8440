package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The policy that demands a second factor. */
class SecondFactorPolicyTest extends SecondFactorScene {

    @Test
    void whereItIsDemandedTheFirstFactorIsAddedBeforeAnySessionExists() {
        Person operator = new Person("operator");
        demand("platform_roles");
        Browser browser = new Browser(plane.port());
        Reply page = operator.password(browser);
        assertThat(page.body()).contains("Your account needs a second factor");
        assertNotSignedIn(browser);
        assertThat(browser.submit(page, 0, "code", "000000").status()).isEqualTo(400);
        assertNotSignedIn(browser);
        Reply codes = operator.enrol(browser, browser.get("/factors/enrol"));
        assertThat(operator.recoveryCodes).hasSize(10);
        Matcher next = Pattern.compile("<a href=\"(/oauth2/authorize[^\"]+)\"").matcher(codes.body());
        assertThat(next.find()).as(codes.body()).isTrue();
        browser.follow(browser.get(org.springframework.web.util.HtmlUtils.htmlUnescape(next.group(1))));
        assertThat(browser.get("/auth/session").status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/nodes").status()).isEqualTo(200);

        Person member = new Person();
        assertThat(status(member.signedIn()))
                .as("without a platform role nothing is demanded")
                .isEqualTo(200);
        demand("everybody");
        Browser asked = new Browser(plane.port());
        assertThat(member.password(asked).body()).contains("Your account needs a second factor");
        assertNotSignedIn(asked);
    }

    @Test
    void signInsFromBeforeThePolicyEndAndPersonalTokensStay() {
        Person operator = new Person("operator");
        Browser before = operator.signedIn();
        TestUser cli = new TestUser(plane, operator.user);
        Reply tokens = cli.redeem(cli.code(), TestUser.VERIFIER);
        String access = tokens.text("access_token");
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(200);
        Browser member = new Person().signedIn();
        demand("platform_roles");
        assertThat(status(before)).isEqualTo(401);
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(401);
        Reply refreshed = cli.refresh(tokens.text("refresh_token"));
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(plane.client(refreshed.text("access_token"))
                        .get("/api/v1/nodes")
                        .status())
                .as("a refreshed token is of the same sign-in")
                .isEqualTo(401);
        assertThat(before.get(TestUser.authorizeCli()).location())
                .as("nor does the login at the issuer give another")
                .contains("/login?");
        assertThat(status(member)).isEqualTo(200);
        assertThat(admin.get("/api/v1/nodes").status())
                .as("a token made for programs")
                .isEqualTo(200);
        demand("optional");
        assertThat(status(before)).isEqualTo(200);
    }

    @Test
    void aRoleOnThePlatformIsNotHeldByASignInWithoutTheFactor() {
        demand("platform_roles");
        Person person = new Person();
        Browser browser = person.signedIn();
        admin.put("/api/v1/users/" + person.user.id() + "/platform-roles", "{\"roles\":[\"operator\"]}");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(status(browser)).isEqualTo(401));
    }

    @Test
    void theCommandLineAndDevicesInheritIt() throws Exception {
        Person operator = new Person("operator");
        operator.addApp();
        demand("platform_roles");
        Browser browser = new Browser(plane.port());
        Reply step = operator.password(browser, TestUser.authorizeCli());
        assertThat(step.body()).contains("Second factor");
        Reply done = TestUser.consent(browser, browser.follow(browser.submit(step, 0, "code", operator.freshCode())));
        TestUser cli = new TestUser(plane, operator.user);
        Reply tokens = cli.redeem(done.redirected("code"), TestUser.VERIFIER);
        String access = tokens.text("access_token");
        assertThat(com.nimbusds.jwt.SignedJWT.parse(access).getJWTClaimsSet().getStringListClaim("amr"))
                .containsExactly("pwd", "otp", "mfa");
        assertThat(plane.client(access).get("/api/v1/nodes").status()).isEqualTo(200);
        Reply again = cli.refresh(tokens.text("refresh_token"));
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        String refreshed = again.text("access_token");
        assertThat(com.nimbusds.jwt.SignedJWT.parse(refreshed).getJWTClaimsSet().getStringListClaim("amr"))
                .containsExactly("pwd", "otp", "mfa");
        assertThat(plane.client(refreshed).get("/api/v1/nodes").status()).isEqualTo(200);
        Browser device = new Browser(plane.port());
        assertThat(operator.password(device, "/device").body())
                .contains("Second factor")
                .doesNotContain("user_code");
    }
}
