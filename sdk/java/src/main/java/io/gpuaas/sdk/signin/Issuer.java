package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.signin.IssuerConnection.Answer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The issuer that signs people in for a control plane, and its endpoints. The server names the issuer; an external
 * issuer is asked for its own endpoints. All built-in knowledge about issuers is in this class.
 */
record Issuer(
        URI name,
        URI authorizationEndpoint,
        URI tokenEndpoint,
        @Nullable URI deviceAuthorizationEndpoint,
        @Nullable URI revocationEndpoint) {

    static final String CLIENT_ID = "gpuaas-cli";
    static final String SCOPE = "api";

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    /** Asks a control plane. */
    static Issuer of(URI server, IssuerConnection connection) {
        Answer named = discover(server, connection);
        URI issuer = address(named, "issuer", server)
                .orElseThrow(() -> new SignInException(
                        "How to sign in to " + server + " is not told: its " + DISCOVERY + " names no issuer."));
        return sameText(issuer, server) ? read(named, issuer) : at(issuer, connection);
    }

    /** Asks an issuer that is known already. It must call itself by that name, or it is another. */
    static Issuer at(URI issuer, IssuerConnection connection) {
        Answer document = discover(issuer, connection);
        String name = document.text("issuer");
        if (!name.replaceAll("/+$", "").equals(withoutSlash(issuer))) {
            throw new SignInException("The issuer at " + issuer + " calls itself '" + name + "'.");
        }
        return read(document, issuer);
    }

    private static Answer discover(URI base, IssuerConnection connection) {
        Answer answer = connection.get(URI.create(withoutSlash(base) + DISCOVERY));
        if (!answer.isGood()) {
            throw new SignInException("How to sign in to " + base + " is not told: " + DISCOVERY
                    + " answers with HTTP status " + answer.status() + ".");
        }
        return answer;
    }

    private static Issuer read(Answer document, URI issuer) {
        return new Issuer(
                issuer,
                require(document, "authorization_endpoint", issuer),
                require(document, "token_endpoint", issuer),
                address(document, "device_authorization_endpoint", issuer).orElse(null),
                address(document, "revocation_endpoint", issuer).orElse(null));
    }

    private static URI require(Answer document, String field, URI base) {
        return address(document, field, base)
                .orElseThrow(() -> new SignInException("The issuer " + base + " has no " + field + "."));
    }

    private static Optional<URI> address(Answer document, String field, URI base) {
        String text = document.text(field);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!isTrustworthy(text, base)) {
            throw new SignInException("The " + field + " of " + base + " cannot be trusted: '" + text + "'.");
        }
        return Optional.of(URI.create(text));
    }

    /** Refuses a downgrade from an encrypted to a plain connection. */
    private static boolean isTrustworthy(String text, URI base) {
        try {
            URI address = new URI(text);
            return address.getHost() != null
                    && ("https".equals(address.getScheme())
                            || ("http".equals(address.getScheme()) && "http".equals(base.getScheme())));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean sameText(URI one, URI other) {
        return withoutSlash(one).equals(withoutSlash(other));
    }

    static String withoutSlash(URI address) {
        return address.toString().replaceAll("/+$", "");
    }
}
