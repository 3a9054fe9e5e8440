package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
        NodeId node = Objects.requireNonNull(transaction.execute(status -> claim(token, request, command.hostname())));
        return issue(ENROLL, node, request);
    }

    private NodeId claim(JoinTokens.Presented presented, CertificateRequest request, String hostname) {
        Instant now = now();
        CertificateStore.JoinToken token = tokens.requireLocked(presented);
        if (!token.expiresAt().isAfter(now)) {
            throw NodeErrors.joinTokenInvalid();
        }
        String usedBy = token.keyDigest();
        if (usedBy != null) {
            if (!Digests.same(usedBy, request.keyDigest())) {
                throw NodeErrors.joinTokenUsed();
            }
            return requireNotRetired(new NodeId(Objects.requireNonNull(token.nodeId())));
        }
        NodeId node = token.nodeId() == null ? create(hostname, now) : requireNotRetired(new NodeId(token.nodeId()));
        nodes.setHostname(node, hostname);
        certificates.useToken(token.id(), node, request.keyDigest(), now);
        return node;
    }

    private NodeId create(String hostname, Instant now) {
        NodeId node = new NodeId(ids.next());
        String name =
                nodes.nameTaken(hostname) ? hostname + "-" + node.toString().substring(24) : hostname;
        nodes.add(node, name, hostname, now);
        outbox.append(new NodeChanged(node, NodeState.ENROLLING.wire(), null, null));
        return node;
    }

    private NodeId requireNotRetired(NodeId node) {
        if (nodes.lock(node).state() == NodeState.RETIRED) {
            throw NodeErrors.retired();
        }
        return node;
    }

    NodeMessages.Credentials renew(NodeTrust.Speaker speaker, NodeMessages.Renew command) {
        return issue(RENEW, speaker.node(), CertificateRequest.parse(command.csr()));
    }

    /** Whoever holds the key of the node's last certificate is the node, also after that has expired. */
    NodeMessages.Credentials recover(NodeMessages.Recover command) {
        CertificateRequest request = CertificateRequest.parse(command.csr());
        X509Certificate last = trust.requireOurs(chain(command.certificate()));
        NodeId node = NodeTrust.nodeOf(last);
        directory.admit(node, NodeTrust.serial(last));
        if (!last.getPublicKey().equals(request.key())) {
            throw NodeErrors.certificateRequestInvalid("The request is not signed with the key of that certificate.");
        }
        return issue(RECOVER, node, request);
    }

    private static X509Certificate[] chain(String pem) {
        try {
            return Pem.certificates(pem).toArray(X509Certificate[]::new);
        } catch (CertificateException e) {
            throw NodeErrors.certificateRefused("cannot be read");
        }
    }

    private NodeMessages.Credentials issue(String action, NodeId node, CertificateRequest request) {
        List<X509Certificate> chain = authority.issue(
                request, new CertificateAuthority.Names("node " + node, List.of(NodeTrust.uriOf(node)), List.of()));
        X509Certificate leaf = chain.getFirst();
        transaction.executeWithoutResult(status -> {
            nodes.lock(node);
            certificates.add(
                    node,
                    new CertificateStore.Issued(
                            NodeTrust.serial(leaf),
                            request.keyDigest(),
                            now(),
                            leaf.getNotAfter().toInstant()));
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

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
