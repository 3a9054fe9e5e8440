package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.signin.IssuerConnection.Answer;
import java.time.Duration;

/** The code with which a person confirms this device elsewhere, and the device's secret for polling (RFC 8628). */
public record DeviceCode(
        String userCode, String page, String completePage, String secret, Duration lifetime, Duration interval) {

    private static final Duration INTERVAL_STANDARD = Duration.ofSeconds(5);
    private static final Duration LIFETIME_MAX = Duration.ofMinutes(30);

    static DeviceCode read(Answer answer) {
        if (!answer.isGood()) {
            throw answer.refusal();
        }
        Duration lifetime = Duration.ofSeconds(answer.body().path("expires_in").asLong(0));
        Duration interval = Duration.ofSeconds(answer.body().path("interval").asLong(INTERVAL_STANDARD.toSeconds()));
        if (answer.text("device_code").isEmpty() || answer.text("user_code").isEmpty() || lifetime.isZero()) {
            throw new SignInException("The issuer's answer holds no code for a device.");
        }
        return new DeviceCode(
                answer.text("user_code"),
                answer.text("verification_uri"),
                answer.text("verification_uri_complete"),
                answer.text("device_code"),
                lifetime.compareTo(LIFETIME_MAX) > 0 ? LIFETIME_MAX : lifetime,
                interval.isPositive() ? interval : Duration.ofSeconds(1));
    }

    /** Records print their components; the device's own code must not reach a log that way. */
    @Override
    public String toString() {
        return "DeviceCode[" + userCode + "]";
    }
}
