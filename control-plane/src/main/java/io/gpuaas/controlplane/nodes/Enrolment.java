package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.Pem;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * How a host gets its certificates: the first with a join token, the next with the one it has, and
 * one after expiry with the key of the last. The authority is asked outside of transactions; a kill
 * in between costs the host a repeat, nothing else.
 */
@Component
class Enrolment {

    static final String ENROLL = "node.enroll";
    static final String RENEW = "node.renew_certificate";
    static final String RECOVER = "node.recover";

    private final JoinTokens tokens;
    private final CertificateStore certificates;
    private final NodeStore nodes;
    private final NodeDirectory directory;
    private final NodeTrust trust;
    private final CertificateAuthority authority;
    private final TaskKeys keys;
    private final Confirmations confirmations;
    private final Outbox outbox;
    private final SideTrail trail;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    Enrolment(
            JoinTokens tokens,
            CertificateStore certificates,
            NodeStore nodes,
            NodeDirectory directory,
            NodeTrust trust,
            CertificateAuthority authority,
            TaskKeys keys,
            Confirmations confirmations,
            Outbox outbox,
            SideTrail trail,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.tokens = tokens;
        this.certificates = certificates;
        this.nodes = nodes;
        this.directory = directory;
        this.trust = trust;
        this.authority = authority;
        this.keys = keys;
        this.confirmations = confirmations;
        this.outbox = outbox;
        this.trail = trail;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    /** The same token with the same key gives the same node again. */
    NodeMessages.Credentials enroll(NodeMessages.Enroll command) {
        CertificateRequest request = CertificateRequest.parse(command.csr());
        JoinTokens.Presented token = tokens.parse(command.joinToken());
        // Numbers count for the certificates they came under; a host that is joined again must not outrun its own.
        confirmations.writeIfPossible();
        CertificateStore.Use use =
                Objects.requireNonNull(transaction.execute(status -> claim(token, request, command.hostname())));
        return issue(ENROLL, use.node(), request, row -> {
            if (!row.believes(use.incarnation())) {
                // A rebuild or a revocation came in between.
                throw NodeErrors.joinTokenInvalid();
            }
            require(row);
            certificates.dropAll(use.node());
        });
    }

    private CertificateStore.Use claim(JoinTokens.Presented presented, CertificateRequest request, String hostname) {
        Instant now = clock.instant();
        CertificateStore.JoinToken token = tokens.requireLocked(presented);
        if (!token.expiresAt().isAfter(now)) {
            throw NodeErrors.joinTokenInvalid();
        }
        String usedBy = token.keyDigest();
        if (usedBy != null) {
            if (!Digests.same(usedBy, request.keyDigest())) {
                throw NodeErrors.joinTokenUsed();
            }
            return claimAgain(token, usedBy);
        }
        NodeId node = token.nodeId() == null ? create(hostname, now) : join(requireNotRetired(token), hostname);
        CertificateStore.Use use = new CertificateStore.Use(node, request.keyDigest(), nodes.nextIncarnation(node));
        certificates.useToken(token.id(), use, now);
        certificates.deleteOtherTokensOf(node, token.id());
        certificates.dropAll(node);
        nodes.clearRebuild(node);
        return use;
    }

    /** By its name the provisioner finds the machine it erases: a rebuilt host cannot choose another one. */
    private NodeId join(NodeRecord node, String hostname) {
        if (node.host().rebuild() == null || node.host().hostname() == null) {
            nodes.setHostname(node.id(), hostname);
        }
        return node.id();
    }

    /** For a host that did not hear the answer: not once it has renewed its certificate, was rebuilt or revoked. */
    private CertificateStore.Use claimAgain(CertificateStore.JoinToken token, String key) {
        NodeRecord node = requireNotRetired(token);
        CertificateStore.Use use = new CertificateStore.Use(node.id(), key, node.incarnation());
        Integer then = token.incarnation();
        if (then == null || !node.believes(then) || certificates.hasOtherKey(use)) {
            throw NodeErrors.joinTokenUsed();
        }
        return use;
    }

    private NodeId create(String hostname, Instant now) {
        NodeId node = new NodeId(ids.next());
        String name =
                nodes.nameTaken(hostname) ? hostname + "-" + node.toString().substring(24) : hostname;
        nodes.add(node, name, hostname, now);
        outbox.append(new NodeChanged(node, NodeState.ENROLLING.wire(), null, null));
        return node;
    }

    private NodeRecord requireNotRetired(CertificateStore.JoinToken token) {
        NodeRecord node = nodes.lock(new NodeId(Objects.requireNonNull(token.nodeId())));
        if (node.state() == NodeState.RETIRED) {
            throw NodeErrors.retired();
        }
        return node;
    }

    NodeMessages.Credentials renew(NodeTrust.Speaker speaker, NodeMessages.Renew command) {
        CertificateRequest request = CertificateRequest.parse(command.csr());
        return replace(RENEW, new Replaced(speaker.node(), speaker.serial()), request);
    }

    /** The certificate that another one is asked for with. */
    private record Replaced(NodeId node, String serial) {}

    /** Checks first, so that the authority does not sign for a refused request; the check at the write decides. */
    private NodeMessages.Credentials replace(String action, Replaced old, CertificateRequest request) {
        requireReplaceable(nodes.find(old.node()).orElseThrow(NodeErrors::noSuchNode), old);
        return issue(action, old.node(), request, row -> requireReplaceable(row, old));
    }

    private void requireReplaceable(NodeRecord row, Replaced old) {
        CertificateStore.Held held = certificates
                .findHeld(old.node(), old.serial())
                .orElseThrow(() -> NodeErrors.certificateRefused(
                        "was revoked, or is neither the node's current nor its next one"));
        if (row.host().rebuild() != null || !row.believes(held.incarnation())) {
            throw NodeErrors.certificateOutdated();
        }
        boolean isAskedFor = held.issuedAt().isBefore(keys.newestSince());
        if (!isAskedFor) {
            RenewalRule.requireOld(new RenewalRule.Life(held.issuedAt(), held.notAfter()), clock.instant());
        }
        require(row);
    }

    /** Counted per installation: the last holder of a host cannot use up what the rebuilt host needs. */
    private void require(NodeRecord row) {
        RenewalRule.requireFew(
                certificates.countIssuedSince(row.id(), row.incarnation(), RenewalRule.countedSince(clock.instant())));
    }

    /** The holder of the key of the node's last certificate is the node, even after that certificate expired. */
    NodeMessages.Credentials recover(NodeMessages.Recover command) {
        CertificateRequest request = CertificateRequest.parse(command.csr());
        X509Certificate last = trust.requireOurs(chain(command.certificate()));
        Replaced old = new Replaced(NodeTrust.nodeOf(last), NodeTrust.serial(last));
        directory.admit(old.node(), old.serial());
        if (!last.getPublicKey().equals(request.key())) {
            throw CertificateRequest.invalid("The request is not signed with the key of that certificate.");
        }
        return replace(RECOVER, old, request);
    }

    private static X509Certificate[] chain(String pem) {
        try {
            return Pem.readCertificates(pem).toArray(X509Certificate[]::new);
        } catch (CertificateException e) {
            throw NodeErrors.certificateRefused("cannot be parsed");
        }
    }

    private interface Condition {
        /** Throws when the node, whose row is locked, is not to have the certificate. */
        void require(NodeRecord row);
    }

    private NodeMessages.Credentials issue(
            String action, NodeId node, CertificateRequest request, Condition condition) {
        List<X509Certificate> chain = authority.issue(
                request, new CertificateAuthority.Names("node " + node, List.of(NodeTrust.uriOf(node)), List.of()));
        X509Certificate leaf = chain.getFirst();
        transaction.executeWithoutResult(status -> {
            NodeRecord row = nodes.lock(node);
            condition.require(row);
            certificates.add(
                    node,
                    new CertificateStore.Issued(
                            NodeTrust.serial(leaf),
                            request.keyDigest(),
                            clock.instant(),
                            leaf.getNotAfter().toInstant(),
                            row.incarnation()));
            nodes.touch(node);
            trail.acted(Call.current(), action, node.toString());
        });
        directory.reload(node);
        return new NodeMessages.Credentials(
                node,
                Pem.write(chain),
                Pem.write(List.of(authority.root())),
                keys.published(),
                leaf.getNotAfter().toInstant(),
                Heartbeats.INTERVAL_SECONDS,
                clock.instant());
    }

    /** A call came under the next certificate: from now on it is the only one. */
    void promote(NodeId node, String serial) {
        transaction.executeWithoutResult(status -> {
            nodes.lock(node);
            certificates.promote(node, serial);
            nodes.touch(node);
        });
        directory.reload(node);
    }
}
