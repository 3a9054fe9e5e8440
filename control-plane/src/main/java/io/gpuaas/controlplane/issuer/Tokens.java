package io.gpuaas.controlplane.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.gpuaas.controlplane.platform.PublicUrl;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.JwtGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.stereotype.Component;

/** Defines the claims of our tokens, for issuing and for verifying them. */
@Component
@EmbeddedIssuer
class Tokens {

    static final String AUDIENCE = "gpuaas";
    /** The authorization an access token came from; when that ends, so does the token. */
    static final String AUTHORIZATION = "aid";
    /** The login at the issuer an ID token came from. */
    static final String LOGIN = "sid";

    /** How the person signed in (RFC 8176). */
    static final String METHODS = "amr";

    /** Keeps an ID token from being taken for an access token (RFC 9068). */
    private static final JOSEObjectType ACCESS_TYPE = new JOSEObjectType("at+jwt");

    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(30);

    private final SigningKeys keys;
    private final PublicUrl url;
    private final Clock clock;

    Tokens(SigningKeys keys, PublicUrl url, Clock clock) {
        this.keys = keys;
        this.url = url;
        this.clock = clock;
    }

    OAuth2TokenGenerator<OAuth2Token> generator() {
        JwtGenerator jwts = new JwtGenerator(new NimbusJwtEncoder(keys.signing()));
        jwts.setJwtCustomizer(Tokens::shape);
        jwts.setClock(clock);
        return new DelegatingOAuth2TokenGenerator(jwts, new RefreshTokens(clock));
    }

    private static void shape(JwtEncodingContext context) {
        Authentication principal = context.getPrincipal();
        if (principal instanceof UsernamePasswordAuthenticationToken) {
            // The claims are stored, and read back only with lists of this kind.
            context.getClaims().claim(METHODS, new ArrayList<>(Proof.methods(principal)));
        }
        if (OAuth2TokenType.ACCESS_TOKEN.equals(context.getTokenType())) {
            context.getJwsHeader().algorithm(SignatureAlgorithm.ES256).type(ACCESS_TYPE.getType());
            OAuth2Authorization authorization = context.getAuthorization();
            context.getClaims()
                    .audience(Collections.singletonList(AUDIENCE))
                    .claim(
                            OAuth2ParameterNames.CLIENT_ID,
                            context.getRegisteredClient().getClientId());
            if (authorization != null) {
                context.getClaims().claim(AUTHORIZATION, authorization.getId());
            }
        } else {
            if (principal != null && principal.getDetails() instanceof String login) {
                context.getClaims().claim(LOGIN, login);
            }
        }
    }

    /** Public clients get refresh tokens too: each works once, and a repeat ends the authorization. */
    private record RefreshTokens(Clock clock) implements OAuth2TokenGenerator<OAuth2RefreshToken> {

        private static final Base64StringKeyGenerator VALUES =
                new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding(), 48);

        @Override
        public @Nullable OAuth2RefreshToken generate(OAuth2TokenContext context) {
            if (!OAuth2TokenType.REFRESH_TOKEN.equals(context.getTokenType())) {
                return null;
            }
            Instant now = clock.instant();
            return new OAuth2RefreshToken(VALUES.generateKey(), now, now.plus(Clients.REFRESH_TOKEN_LIFETIME));
        }
    }

    /** The claims of an access token of ours; empty when anything about it is wrong. */
    Optional<JWTClaimsSet> checkAccess(String token) {
        return check(token, accessTokens());
    }

    /** The claims of an ID token of ours for this client. */
    Optional<JWTClaimsSet> checkId(String token, String clientId) {
        return check(token, processor(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null), clientId));
    }

    ConfigurableJWTProcessor<SecurityContext> accessTokens() {
        return processor(new DefaultJOSEObjectTypeVerifier<>(ACCESS_TYPE), AUDIENCE);
    }

    private Optional<JWTClaimsSet> check(String token, ConfigurableJWTProcessor<SecurityContext> processor) {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            return Optional.of(claims).filter(found -> url.external().equals(found.getIssuer()));
        } catch (ParseException | BadJOSEException | JOSEException e) {
            return Optional.empty();
        }
    }

    /** One algorithm and our own keys: what the token says about either is only ever compared. */
    private ConfigurableJWTProcessor<SecurityContext> processor(
            DefaultJOSEObjectTypeVerifier<SecurityContext> types, String audience) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(types);
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(SigningKeys.ALGORITHM, keys.published()));
        DefaultJWTClaimsVerifier<SecurityContext> claims =
                new DefaultJWTClaimsVerifier<>(
                        audience, new JWTClaimsSet.Builder().build(), Set.of("iss", "sub", "iat", "exp")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(clock.instant());
                    }
                };
        claims.setMaxClockSkew((int) CLOCK_SKEW_MAX.toSeconds());
        processor.setJWTClaimsSetVerifier(claims);
        return processor;
    }
}
