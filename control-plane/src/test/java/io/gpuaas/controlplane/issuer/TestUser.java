package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.UUID;

/** A person with a password, a browser, and a command line that wants tokens. */
public final class TestUser {

    public static final String CLI_REDIRECT = "http://127.0.0.1:45678/callback";
    public static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123456789";

    public final TestControlPlane plane;
    public final PasswordUsers.NewUser user;
    public final Browser browser;

    public TestUser(TestControlPlane plane) {
        this.plane = plane;
        this.user = plane.bean(PasswordUsers.class).create("u-" + UUID.randomUUID(), "Test user");
        this.browser = new Browser(plane.port());
    }

    /** A person who exists already. */
    TestUser(TestControlPlane plane, PasswordUsers.NewUser user) {
        this.plane = plane;
        this.user = user;
        this.browser = new Browser(plane.port());
    }

    public static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String authorizeCli(String redirect, String... more) {
        String rest = more.length == 0 ? "" : "&" + Browser.query(more);
        return "/oauth2/authorize?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        "gpuaas-cli",
                        "scope",
                        "api",
                        "state",
                        "s1",
                        "redirect_uri",
                        redirect)
                + rest;
    }

    public static String authorizeCli() {
        return authorizeCli(CLI_REDIRECT, "code_challenge", challenge(VERIFIER), "code_challenge_method", "S256");
    }

    /** From wherever the browser is sent to sign in, through the page, to the end of our own redirects. */
    public Reply signIn(Reply sentAway) {
        Reply page = browser.follow(sentAway);
        Reply answered = browser.submit(page, 0, "username", user.username(), "password", user.password());
        return consent(browser, browser.follow(answered));
    }

    /** Says yes where the person is asked whether the command line may act for them. */
    static Reply consent(Browser browser, Reply page) {
        return page.body().contains("Allow the command line to act") ? browser.submit(page, 0) : page;
    }

    public String code() {
        return signIn(browser.get(authorizeCli())).redirected("code");
    }

    public Reply redeem(String code, String verifier) {
        return new Browser(plane.port())
                .postForm(
                        "/oauth2/token",
                        Browser.query(
                                "grant_type",
                                "authorization_code",
                                "client_id",
                                "gpuaas-cli",
                                "redirect_uri",
                                CLI_REDIRECT,
                                "code",
                                code,
                                "code_verifier",
                                verifier));
    }

    public Reply refresh(String refreshToken) {
        return new Browser(plane.port())
                .postForm(
                        "/oauth2/token",
                        Browser.query(
                                "grant_type",
                                "refresh_token",
                                "client_id",
                                "gpuaas-cli",
                                "refresh_token",
                                refreshToken));
    }
}
