package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.security.Key;
import java.text.ParseException;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Verifies tokens of the outside issuer. A token's own statements about algorithm and key are only ever compared. */
@Component
@ExternalIssuer
class ExternalTokens {

    private static final Logger log = LoggerFactory.getLogger(ExternalTokens.class);

    /** Asymmetric ones only: with a keyed hash, the published key would be the secret. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final Set<String> REQUIRED = Set.of("iss", "iat", "exp");
    /** They stand in ID tokens and logout tokens, which are no access tokens whatever their audience. */
    private static final Set<String> NOT_IN_ACCESS_TOKENS = Set.of("at_hash", "c_hash", "events");

    private static final JOSEObjectTypeVerifier<SecurityContext> TYPES =
            new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null);
    /** Not every issuer types its logout tokens; the events claim distinguishes them. */
    private static final JOSEObjectTypeVerifier<SecurityContext> LOGOUT_TYPES =
            new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("logout+jwt"), JOSEObjectType.JWT, null);

    private static final String LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
    /** The command line's client has the same name at every issuer. */
    private static final String CLI_CLIENT = "gpuaas-cli";

    private final Discovery discovery;
    private final IssuerSettings settings;
    private final Clock clock;

    ExternalTokens(Discovery discovery, IssuerSettings settings, Clock clock) {
        this.discovery = discovery;
        this.settings = settings;
        this.clock = clock;
    }

    Optional<JWTClaimsSet> checkAccess(String token) {
        try {
            return Optional.of(check(token, settings.audiences(), NOT_IN_ACCESS_TOKENS, TYPES));
        } catch (ParseException | BadJOSEException | JOSEException e) {
            // Anybody can send anything: not worth a line in the log.
            return Optional.empty();
        }
    }

    /** The claims of an ID token for our client that answers the request with this nonce. */
    Optional<JWTClaimsSet> checkId(String token, String nonce) {
        try {
            JWTClaimsSet claims = check(token, Set.of(settings.clientId()), Set.of(), TYPES);
            if (!nonce.equals(claims.getClaim("nonce"))) {
                throw new BadJWTException("it answers another request: the nonce differs");
            }
            if (!isOurParty(claims)) {
                throw new BadJWTException("it was made for another client: azp differs");
            }
            return Optional.of(claims);
        } catch (ParseException | BadJOSEException | JOSEException e) {
            log.atWarn().addKeyValue("reason", e.getMessage()).log("refused an ID token of the issuer");
            return Optional.empty();
        }
    }

    /** The claims of a logout token for one of our clients. The caller judges its statements about sessions. */
    JWTClaimsSet checkLogout(String token) throws ParseException, BadJOSEException, JOSEException {
        JWTClaimsSet claims = check(token, Set.of(settings.clientId(), CLI_CLIENT), Set.of("nonce"), LOGOUT_TYPES);
        if (!(claims.getClaim("events") instanceof Map<?, ?> events) || !(events.get(LOGOUT_EVENT) instanceof Map)) {
            throw new BadJWTException("it is no logout token: events lacks " + LOGOUT_EVENT);
        }
        return claims;
    }

    /** With several audiences the token must say that it was made for us. */
    private boolean isOurParty(JWTClaimsSet claims) {
        Object party = claims.getClaim("azp");
        return party == null ? claims.getAudience().size() == 1 : party.equals(settings.clientId());
    }

    private JWTClaimsSet check(
            String token, Set<String> audiences, Set<String> prohibited, JOSEObjectTypeVerifier<SecurityContext> types)
            throws ParseException, BadJOSEException, JOSEException {
        Discovery.Found issuer =
                discovery.find().orElseThrow(() -> new KeySourceException("the issuer was not reached yet"));
        DefaultJWTProcessor<SecurityContext> processor = processor(issuer.keys().source());
        processor.setJWSTypeVerifier(types);
        processor.setJWTClaimsSetVerifier(new Claims(audiences, prohibited));
        return processor.process(token, null);
    }

    private DefaultJWTProcessor<SecurityContext> processor(JWKSource<SecurityContext> keys) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        // Before any key is looked for: a stranger's token must not make us ask the issuer for keys.
        processor.setJWTClaimsSetAwareJWSKeySelector((header, claims, context) ->
                settings.issuer().equals(claims.getIssuer()) ? select(keys, header) : List.of());
        processor.setJWSVerifierFactory(new EdwardsSignatures());
        return processor;
    }

    private static List<? extends Key> select(JWKSource<SecurityContext> keys, JWSHeader header)
            throws KeySourceException {
        if (EdwardsSignatures.ALGORITHMS.contains(header.getAlgorithm())) {
            return keys.get(new JWKSelector(JWKMatcher.forJWSHeader(header)), null).stream()
                    .map(EdwardsSignatures::publicKey)
                    .flatMap(Optional::stream)
                    .toList();
        }
        return new JWSVerificationKeySelector<>(ALGORITHMS, keys).selectJWSKeys(header, null);
    }

    private final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {

        Claims(Set<String> audiences, Set<String> prohibited) {
            super(
                    audiences,
                    new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                    REQUIRED,
                    prohibited);
            setMaxClockSkew((int) settings.clockSkew().toSeconds());
        }

        @Override
        public void verify(JWTClaimsSet claims, @Nullable SecurityContext context) throws BadJWTException {
            super.verify(claims, context);
            if (claims.getIssueTime().toInstant().isAfter(clock.instant().plus(settings.clockSkew()))) {
                throw new BadJWTException("issued in the future");
            }
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
