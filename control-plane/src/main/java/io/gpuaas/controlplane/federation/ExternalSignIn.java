package io.gpuaas.controlplane.federation;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.sessions.SignInIssuer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Signs people in at the console with the outside issuer. */
@Component
@ExternalIssuer
class ExternalSignIn implements SignInIssuer {

    private final Discovery discovery;
    private final ExternalTokens tokens;
    private final ExternalIdentities identities;
    private final BackChannelLogout logout;
    private final IssuerSettings settings;
    private final PublicUrl url;

    ExternalSignIn(
            Discovery discovery,
            ExternalTokens tokens,
            ExternalIdentities identities,
            BackChannelLogout logout,
            IssuerSettings settings,
            PublicUrl url) {
        this.discovery = discovery;
        this.tokens = tokens;
        this.identities = identities;
        this.logout = logout;
        this.settings = settings;
        this.url = url;
    }

    @Override
    public String name() {
        return settings.issuer();
    }

    @Override
    public Registration registration() {
        IssuerMetadata metadata = discovery.require().metadata();
        return new Registration(
                metadata.authorizationEndpoint(),
                metadata.tokenEndpoint(),
                settings.clientId(),
                settings.clientSecret(),
                settings.scopes());
    }

    @Override
    public Optional<SignedInUser> check(String idToken, String nonce) {
        return tokens.checkId(idToken, nonce).flatMap(claims -> user(claims, idToken));
    }

    private Optional<SignedInUser> user(JWTClaimsSet claims, String idToken) {
        return Person.read(claims, settings.claims())
                .map(person -> identities.signedIn(person, claims.getIssueTime().toInstant()))
                .map(principal -> new SignedInUser(
                        principal, claims.getClaim("sid") instanceof String login ? login : null, idToken, true));
    }

    /** The hint is the ID token that was checked a moment ago; only what it says about the login is read again. */
    @Override
    public boolean stands(SignedInUser user) {
        try {
            JWTClaimsSet claims =
                    JWTParser.parse(String.valueOf(user.signOutHint())).getJWTClaimsSet();
            return Person.read(claims, settings.claims())
                    .filter(person -> !logout.isEnded(claims, person.subject()))
                    .isPresent();
        } catch (ParseException e) {
            return false;
        }
    }

    /** The browser has to go there itself: only it carries the issuer's cookie (RP-Initiated Logout). */
    @Override
    public Optional<String> signOut(EndedSession session) {
        return discovery
                .find()
                .map(found -> found.metadata().endSessionEndpoint())
                .map(address -> address + (address.contains("?") ? "&" : "?")
                        + "client_id=" + encode(settings.clientId())
                        + "&post_logout_redirect_uri=" + encode(url.external() + "/")
                        + (session.signOutHint() == null ? "" : "&id_token_hint=" + encode(session.signOutHint())));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
