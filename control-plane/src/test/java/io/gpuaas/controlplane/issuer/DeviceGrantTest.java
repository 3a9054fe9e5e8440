package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DeviceGrantTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);
    private final Browser device = new Browser(plane.port());

    private Reply begin() {
        Reply begun = device.postForm(
                "/oauth2/device_authorization", Browser.query("client_id", "gpuaas-cli", "scope", "api"));
        assertThat(begun.status()).as(begun.body()).isEqualTo(200);
        return begun;
    }

    private Reply poll(Reply begun) {
        return device.postForm(
                "/oauth2/token",
                Browser.query(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:device_code",
                        "client_id",
                        "gpuaas-cli",
                        "device_code",
                        begun.text("device_code")));
    }

    /** Waits out the interval, as a device does. */
    private Reply pollPatiently(Reply begun) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ofSeconds(5))
                .pollInterval(Duration.ofSeconds(5))
                .until(() -> poll(begun), reply -> !reply.text("error").equals("slow_down"));
    }

    /** To the page that asks whether to sign the device in. */
    private Reply confirmation(Reply begun) {
        Reply page = person.signIn(person.browser.get("/device"));
        assertThat(page.body()).contains("Enter the code");
        Reply asked = person.browser.follow(person.browser.submit(page, 0, "user_code", begun.text("user_code")));
        assertThat(asked.body()).contains("Sign in this device?").contains(begun.text("user_code"));
        return asked;
    }

    @Test
    void aUserSignsADeviceIn() {
        Reply begun = begin();
        assertThat(begun.text("verification_uri")).isEqualTo(device.base() + "/device");
        assertThat(poll(begun).text("error")).isEqualTo("authorization_pending");
        assertThat(poll(begun).text("error")).isEqualTo("slow_down");

        Reply done = person.browser.follow(person.browser.submit(confirmation(begun), 0));
        assertThat(done.body()).contains("Device signed in");

        Reply tokens = pollPatiently(begun);
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        assertThat(plane.client(tokens.text("access_token")).get("/api/v1/me").text("principal_id"))
                .isEqualTo(person.user.id().toString());
        Reply refreshed = person.refresh(tokens.text("refresh_token"));
        assertThat(refreshed.status()).as(refreshed.body()).isEqualTo(200);

        assertThat(pollPatiently(begun).text("error"))
                .as("a device code works once")
                .isNotEmpty();
    }

    @Test
    void aUserRefusesADevice() {
        Reply begun = begin();
        Reply refused = person.browser.follow(person.browser.submit(confirmation(begun), 1));
        assertThat(refused.body()).contains("Device sign-in denied");
        assertThat(poll(begun).text("error")).isEqualTo("access_denied");
    }

    @Test
    void anExpiredDeviceCodeSaysSo() {
        Reply begun = begin();
        plane.database()
                .execute("UPDATE issuer.issued_token SET expires_at = now() - interval '1 second',"
                        + " issued_at = now() - interval '11 minutes'"
                        + " WHERE kind IN ('DEVICE_CODE', 'USER_CODE') AND authorization_id IN"
                        + " (SELECT authorization_id FROM issuer.issued_token WHERE kind = 'DEVICE_CODE'"
                        + " AND digest = sha256('" + begun.text("device_code") + "'))");
        assertThat(poll(begun).text("error")).isEqualTo("expired_token");
        Reply page = person.signIn(person.browser.get("/device"));
        Reply answer = person.browser.follow(person.browser.submit(page, 0, "user_code", begun.text("user_code")));
        assertThat(answer.body()).contains("not valid or has expired");
    }

    @Test
    void aWrongCodeOfEitherKindIsRefused() {
        Reply made = device.postForm(
                "/oauth2/token",
                Browser.query(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:device_code",
                        "client_id",
                        "gpuaas-cli",
                        "device_code",
                        "made-up"));
        assertThat(made.text("error")).isEqualTo("invalid_grant");
        Reply page = person.signIn(person.browser.get("/device"));
        Reply answer = person.browser.follow(person.browser.submit(page, 0, "user_code", "BBBB-BBBB"));
        assertThat(answer.body()).contains("not valid or has expired");
    }

    @Test
    void theCodeInALinkIsShownAndEscaped() {
        person.signIn(person.browser.get("/device"));
        Reply page = person.browser.get("/device?user_code=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E");
        assertThat(page.body()).doesNotContain("<script>").contains("&lt;script&gt;");
    }

    @Test
    void anotherUserCannotConfirmInOnesPlace() {
        Reply begun = begin();
        Reply asked = confirmation(begun);
        TestUser other = new TestUser(plane);
        other.signIn(other.browser.get("/device"));
        Reply refused = other.browser.follow(other.browser.submit(asked, 0));
        assertThat(refused.body()).contains("not valid or has expired");
    }
}
