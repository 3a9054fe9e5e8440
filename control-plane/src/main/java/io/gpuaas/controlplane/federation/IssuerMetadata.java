package io.gpuaas.controlplane.federation;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The addresses an issuer publishes about itself (OpenID Connect Discovery). */
record IssuerMetadata(
        String authorizationEndpoint,
        String tokenEndpoint,
        String jwksUri,
        @Nullable String endSessionEndpoint) {

    private static final String PATH = "/.well-known/openid-configuration";

    static String addressFor(String issuer) {
        return (issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer) + PATH;
    }

    /** The document must name exactly the issuer we asked for, or another one could answer in its place. */
    static IssuerMetadata parse(JsonNode document, String issuer) {
        String named = document.path("issuer").asString("");
        if (!named.equals(issuer)) {
            throw new IllegalArgumentException("the document names the issuer '" + named + "', not '" + issuer + "'");
        }
        return new IssuerMetadata(
                require(document, "authorization_endpoint"),
                require(document, "token_endpoint"),
                require(document, "jwks_uri"),
                document.hasNonNull("end_session_endpoint") ? require(document, "end_session_endpoint") : null);
    }

    private static String require(JsonNode document, String field) {
        String address = document.path(field).asString("");
        if (!IssuerSettings.isTrustworthy(address)) {
            throw new IllegalArgumentException(field + " '" + address + "' is neither https nor on a loopback address");
        }
        return address;
    }
}
