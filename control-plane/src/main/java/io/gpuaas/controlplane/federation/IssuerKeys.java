package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The issuer's public keys: fetched ahead of their age, at once but not often when a token names an
 * unknown one, and kept as they are while the issuer does not answer.
 */
final class IssuerKeys implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int DOCUMENT_BYTES_MAX = 256 * 1024;
    /** Limits how often tokens with invented key names make us ask the issuer: twice in this time. */
    private static final Duration FETCH_INTERVAL_MIN = Duration.ofSeconds(10);

    private final JWKSource<SecurityContext> source;

    IssuerKeys(String jwksUri, Duration refresh) {
        long age = refresh.toMillis();
        // Nimbus wants the parts of a refresh to fit into the time keys are kept.
        long part = Math.min(Duration.ofSeconds(15).toMillis(), age / 5);
        this.source = JWKSourceBuilder.create(url(jwksUri), retriever())
                .cache(age, part)
                .refreshAheadCache(part, true)
                .rateLimited(Math.min(FETCH_INTERVAL_MIN.toMillis(), age / 2))
                .retrying(true)
                .outageTolerantForever()
                .healthReporting(report -> {
                    if (report.getException() != null) {
                        log.warn("could not fetch the issuer's keys; the last ones stay in use", report.getException());
                    }
                })
                .build();
    }

    JWKSource<SecurityContext> source() {
        return source;
    }

    /** Fetches the keys, so that an outage from now on finds some here. */
    void prime() throws KeySourceException {
        if (source.get(new JWKSelector(new JWKMatcher.Builder().build()), null).isEmpty()) {
            throw new KeySourceException("the issuer publishes no keys");
        }
    }

    @Override
    public void close() {
        try {
            if (source instanceof Closeable closeable) {
                closeable.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bounded in time and size; a redirect is not followed, since it could lead anywhere. */
    static DefaultResourceRetriever retriever() {
        return new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, DOCUMENT_BYTES_MAX) {
            @Override
            protected HttpURLConnection openHTTPConnection(URL url) throws IOException {
                HttpURLConnection connection = super.openHTTPConnection(url);
                connection.setInstanceFollowRedirects(false);
                return connection;
            }
        };
    }

    static URL url(String address) {
        try {
            return URI.create(address).toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
