package io.gpuaas.controlplane.nodes;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Limits how often an enrolled node may send messages, in each process. Its last holder may be root there, so the
 * limits allow several times what honest agents need and no more. Issued certificates are counted in the database, by
 * {@link Enrolment}.
 */
@Component
class NodeBuckets {

    private static final int BUCKETS_MAX = 200_000;

    /** Longer than any bucket takes to fill up again. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    enum Word {
        /** Agents wait in one for up to 50 seconds, and are answered sooner when there are tasks: up to 16 at a time. */
        POLL(120, 20, Duration.ofSeconds(1)),
        /** Agents ask once a day. A refusal costs a look at the database and a line of the audit trail. */
        RENEW(20, 60, Duration.ofHours(1)),
        /** Agents send one in ten seconds. */
        HEARTBEAT(20, 2, Duration.ofSeconds(1)),
        /** Asked for after a silence, so every half minute at most, and when the hardware changed. */
        TOPOLOGY(30, 60, Duration.ofHours(1)),
        INVENTORY(30, 60, Duration.ofHours(1)),
        REPORT(400, 100, Duration.ofSeconds(1)),
        /** Segments of recordings, of up to 1 MiB, and ends of terminals and transfers. */
        UPLOAD(120, 4, Duration.ofSeconds(1)),
        ARTIFACT(30, 60, Duration.ofHours(1));

        private final long atOnce;
        private final long refill;
        private final Duration every;

        Word(long atOnce, long refill, Duration every) {
            this.atOnce = atOnce;
            this.refill = refill;
            this.every = every;
        }

        long atOnce() {
            return atOnce;
        }

        private Bucket bucket() {
            return Bucket.builder()
                    .addLimit(limit -> limit.capacity(atOnce).refillGreedy(refill, every))
                    .build();
        }

        private Duration untilNext() {
            return every.dividedBy(refill).plusSeconds(1);
        }
    }

    /** Of one installation of the host: its last holder cannot use up what the rebuilt host needs. */
    private record Key(NodeId node, int incarnation, Word word) {}

    private final LoadingCache<Key, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(BUCKETS_MAX)
            .expireAfterAccess(FORGOTTEN_AFTER)
            .build(key -> key.word().bucket());

    void require(NodeTrust.Speaker speaker, Word word) {
        if (!buckets.get(new Key(speaker.node(), speaker.incarnation(), word)).tryConsume(1)) {
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED, "The node sends this message too often.", word.untilNext());
        }
    }
}
