package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.KeySourceException;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Readiness;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.ErrorCode;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the issuer. A control plane that starts while the issuer is down serves all requests that do not need it,
 * reports that it is not ready, and tries again. The result is kept for the process's life.
 */
@Component
@ExternalIssuer
class Discovery implements Readiness, BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(Discovery.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final IssuerSettings settings;
    private final JsonMapper json;
    private volatile @Nullable Found found;

    Discovery(IssuerSettings settings, JsonMapper json) {
        this.settings = settings;
        this.json = json;
    }

    record Found(IssuerMetadata metadata, IssuerKeys keys) {}

    Optional<Found> find() {
        return Optional.ofNullable(found);
    }

    Found require() {
        return find().orElseThrow(() -> ProblemException.retryLater(
                ErrorCode.OVERLOADED, "The identity provider cannot be reached yet.", RETRY_AFTER));
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(5), "federation.discovery", this::discover);
    }

    synchronized void discover() {
        if (found != null) {
            return;
        }
        try {
            found = fetch();
            log.info("found the issuer {}", settings.issuer());
        } catch (IOException | KeySourceException | JacksonException | IllegalArgumentException e) {
            log.warn("the issuer {} cannot be used yet: {}", settings.issuer(), e.getMessage());
        }
    }

    private Found fetch() throws IOException, KeySourceException {
        String document = IssuerKeys.retriever()
                .retrieveResource(IssuerKeys.url(IssuerMetadata.addressFor(settings.issuer())))
                .getContent();
        IssuerMetadata metadata = IssuerMetadata.parse(json.readTree(document), settings.issuer());
        IssuerKeys keys = new IssuerKeys(metadata.jwksUri(), settings.jwksRefresh());
        try {
            keys.prime();
            return new Found(metadata, keys);
        } catch (KeySourceException e) {
            keys.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return "issuer";
    }

    /** Once found it counts as there: with the keys at hand, tokens and sessions work without it. */
    @Override
    public boolean ready() {
        return found != null;
    }

    @PreDestroy
    synchronized void stop() {
        find().ifPresent(known -> known.keys().close());
    }
}
