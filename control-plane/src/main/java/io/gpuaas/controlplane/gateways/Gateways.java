package io.gpuaas.controlplane.gateways;

import io.gpuaas.api.Gateway;
import io.gpuaas.api.GatewayState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.controlplane.nodes.RenewalRule;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.events.GatewayChanged;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.IdSource;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Which gateways there are, and how one proves to be one of them. */
@Component
class Gateways {

    /** Gateways say every two seconds that they are there. */
    static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    private static final Logger log = LoggerFactory.getLogger(Gateways.class);
    private static final String PREFIX = "gpg1";
    private static final String URI = "spiffe://gpuaas/gateway/";
    private static final int URI_NAME = 6;

    private final GatewayStore store;
    private final MachineCertificates certificates;
    private final PublicUrl publicUrl;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    Gateways(
            GatewayStore store,
            MachineCertificates certificates,
            PublicUrl publicUrl,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.certificates = certificates;
        this.publicUrl = publicUrl;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    record Made(GatewayRecord gateway, String secret) {}

    Made create(String name, List<String> hostNames) {
        String secret = Secrets.create();
        GatewayId id = new GatewayId(ids.next());
        store.add(id, name, hostNames, Secrets.digest(secret), clock.instant());
        outbox.append(new GatewayChanged(id, GatewayState.WAITING.wire()));
        return new Made(require(id), token(id, secret));
    }

    /** The same gateway with another secret; the former one opens nothing any more. */
    Made renewSecret(GatewayRecord gateway) {
        String secret = Secrets.create();
        store.setSecret(gateway.id(), Secrets.digest(secret));
        return new Made(gateway, token(gateway.id(), secret));
    }

    /** As a join token of a node: it ends with the digest by which the gateway knows whom it talks to. */
    private String token(GatewayId id, String secret) {
        return String.join(".", PREFIX, id.toString(), secret, certificates.rootDigest());
    }

    GatewayRecord revoke(GatewayId id) {
        require(id);
        store.revoke(id, clock.instant());
        outbox.append(new GatewayChanged(id, GatewayState.REVOKED.wire()));
        return require(id);
    }

    GatewayRecord require(GatewayId id) {
        return store.find(id).orElseThrow(GatewayErrors::noSuchGateway);
    }

    GatewayRecord requireLive() {
        return store.findLive(clock.instant().minus(SILENCE_MAX)).orElseThrow(GatewayErrors::unavailable);
    }

    GatewayMessages.Credentials enroll(GatewayMessages.Enroll command) {
        String[] parts = command.secret().split("\\.", -1);
        if (parts.length != 4 || !parts[0].equals(PREFIX)) {
            throw GatewayErrors.refused("The gateway secret is invalid.");
        }
        GatewayRecord gateway = find(parts[1])
                .filter(found -> Secrets.same(found.secretDigest(), Secrets.digest(parts[2])))
                .filter(found -> found.revokedAt() == null)
                .orElseThrow(() -> GatewayErrors.refused("The gateway does not exist or was revoked."));
        return enroll(gateway, command.csr());
    }

    /**
     * One at a time: a stolen secret is of no use while the gateway is there. One that was started again is let in once
     * its former self was silent for {@link #SILENCE_MAX}, or at once with a new secret.
     */
    private GatewayMessages.Credentials enroll(GatewayRecord gateway, String csr) {
        Instant now = clock.instant();
        Instant since = now.minus(SILENCE_MAX);
        if (gateway.isHeardSince(since)) {
            throw alreadyThere(gateway);
        }
        MachineCertificates.Issued issued = certify(gateway, csr);
        if (!store.enroll(gateway, issued.serial(), now, since)) {
            throw alreadyThere(gateway);
        }
        store.addCertificate(gateway.id(), issued, now);
        return credentials(gateway, issued);
    }

    private static ProblemException alreadyThere(GatewayRecord gateway) {
        log.atWarn()
                .addKeyValue("gateway", gateway.name())
                .log(
                        "refused a gateway that tried to join while it is connected; if it was not restarted, its secret has"
                                + " leaked");
        return GatewayErrors.alreadyThere(SILENCE_MAX);
    }

    private Optional<GatewayRecord> find(String id) {
        try {
            return store.find(GatewayId.parse(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The same rule as for nodes: a stolen certificate cannot be replaced at once, nor often. */
    GatewayMessages.Credentials renew(Speaker speaker, String csr) {
        GatewayRecord gateway = speaker.gateway();
        Instant now = clock.instant();
        Instant issued = store.findIssuedAt(speaker.serial()).orElse(speaker.validFrom());
        RenewalRule.requireOld(new RenewalRule.Life(issued, speaker.validTo()), now);
        require(gateway, now);
        MachineCertificates.Issued next = certify(gateway, csr);
        transaction.executeWithoutResult(status -> {
            // Locks the gateway's row, so that calls at the same time are counted one after the other.
            store.setNext(gateway.id(), next.serial());
            require(gateway, now);
            store.addCertificate(gateway.id(), next, now);
        });
        return credentials(gateway, next);
    }

    private void require(GatewayRecord gateway, Instant now) {
        RenewalRule.requireFew(store.countIssuedSince(gateway.id(), RenewalRule.countedSince(now)));
    }

    private MachineCertificates.Issued certify(GatewayRecord gateway, String csr) {
        return certificates.issue(
                csr,
                new MachineCertificates.Subject("gateway " + gateway.name(), URI + gateway.id(), gateway.hostNames()));
    }

    private GatewayMessages.Credentials credentials(GatewayRecord gateway, MachineCertificates.Issued issued) {
        return new GatewayMessages.Credentials(
                gateway.id().value(),
                issued.chainPem(),
                certificates.rootPem(),
                issued.notAfter(),
                List.of(publicUrl.external()));
    }

    /** The gateway that speaks, and the certificate it speaks under. */
    record Speaker(GatewayRecord gateway, String serial, Instant validFrom, Instant validTo) {}

    /** Judged on every call. */
    Speaker requireSpeaker(X509Certificate @Nullable [] chain) {
        if (chain == null || chain.length == 0) {
            throw GatewayErrors.refused("This call requires the gateway's certificate.");
        }
        X509Certificate leaf = certificates.requireOurs(chain);
        Instant now = clock.instant();
        if (now.isAfter(leaf.getNotAfter().toInstant())) {
            throw GatewayErrors.refused("The certificate has expired.");
        }
        String serial = MachineCertificates.serialOf(leaf);
        GatewayRecord gateway = gatewayOf(leaf)
                .flatMap(this::find)
                .filter(found ->
                        found.revokedAt() == null && found.certificates().accepts(serial))
                .orElseThrow(() -> GatewayErrors.refused(
                        "The certificate does not belong to a gateway, was replaced, or was revoked."));
        if (serial.equals(gateway.certificates().nextSerial())) {
            store.promote(gateway.id(), serial);
        }
        return new Speaker(
                gateway,
                serial,
                leaf.getNotBefore().toInstant(),
                leaf.getNotAfter().toInstant());
    }

    private static Optional<String> gatewayOf(X509Certificate leaf) {
        try {
            return Optional.ofNullable(leaf.getSubjectAlternativeNames()).stream()
                    .flatMap(names -> names.stream())
                    .filter(name -> name.get(0).equals(URI_NAME))
                    .map(name -> name.get(1).toString())
                    .filter(uri -> uri.startsWith(URI))
                    .map(uri -> uri.substring(URI.length()))
                    .findFirst();
        } catch (CertificateParsingException e) {
            throw GatewayErrors.refused("The certificate cannot be parsed.");
        }
    }

    Gateway view(GatewayRecord gateway) {
        return new Gateway(
                gateway.id(),
                gateway.name(),
                gateway.hostNames(),
                state(gateway),
                gateway.report().streams(),
                gateway.report().publicUrl(),
                gateway.report().heardAt(),
                gateway.createdAt());
    }

    private GatewayState state(GatewayRecord gateway) {
        Instant heard = gateway.report().heardAt();
        if (gateway.revokedAt() != null) {
            return GatewayState.REVOKED;
        }
        if (heard == null) {
            return GatewayState.WAITING;
        }
        return heard.isAfter(clock.instant().minus(SILENCE_MAX)) ? GatewayState.CONNECTED : GatewayState.SILENT;
    }
}
