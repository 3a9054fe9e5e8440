package io.gpuaas.controlplane.anchors;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Anchors chains of seals outside of the database, and compares the chains with their anchors. Anchors are read in the
 * background: a verification runs inside a transaction, and must not wait there for an object store.
 */
@Component
public class Anchors implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(Anchors.class);
    /** Two years at one in ten minutes. */
    private static final int ANCHORS_MAX = 110_000;

    private final Map<String, Known> known = new HashMap<>();
    private final @Nullable AnchorStore store;
    private final Clock clock;
    private final boolean writes;
    private final Duration interval;

    private static final class Known {

        private final SealedChain chain;
        private final Set<Anchor> anchors = new LinkedHashSet<>();
        private @Nullable Anchor last;
        private boolean read;

        private Known(SealedChain chain) {
            this.chain = chain;
        }
    }

    Anchors(List<SealedChain> chains, GpuaasProperties properties, Clock clock) throws IOException {
        chains.forEach(chain -> known.put(chain.name(), new Known(chain)));
        this.store = AnchorStore.open(properties);
        this.clock = clock;
        this.interval = properties.anchors().interval();
        this.writes = properties.has(GpuaasProperties.Role.EVENT_CONSUMERS);
    }

    @Override
    public void declare(Rounds rounds) {
        if (store != null) {
            rounds.every(interval, "anchors.write", this::anchorAll);
            rounds.every(Duration.ofMinutes(1), "anchors.read", this::readAll).firstAfter(Duration.ofMinutes(1));
        }
    }

    /** Writes an anchor of each chain that has a newer seal than the one anchored last. */
    void anchorAll() {
        if (store == null) {
            return;
        }
        readAll();
        if (writes) {
            known.values().forEach(one -> anchor(one, store));
        }
    }

    void readAll() {
        if (store != null) {
            known.values().forEach(one -> read(one, store));
        }
    }

    private void anchor(Known one, AnchorStore to) {
        try {
            Optional<SealedChain.Newest> newest = one.chain.newest();
            if (newest.isEmpty() || isAnchored(one, newest.get())) {
                return;
            }
            Anchor anchor = Anchor.of(one.chain, newest.get(), clock.instant());
            to.write(anchor);
            add(one, anchor);
        } catch (IOException | RuntimeException e) {
            log.atWarn().setCause(e).addKeyValue("chain", one.chain.name()).log("could not anchor seals; retrying");
        }
    }

    private static boolean isAnchored(Known one, SealedChain.Newest newest) {
        synchronized (one) {
            Anchor last = one.last;
            return last != null
                    && last.seal() == newest.seal()
                    && last.hmac().equals(HexFormat.of().formatHex(newest.hmac()));
        }
    }

    private static void read(Known one, AnchorStore from) {
        try {
            from.listAfter(one.chain.name(), lastOf(one), ANCHORS_MAX).forEach(anchor -> add(one, anchor));
            synchronized (one) {
                one.read = true;
            }
        } catch (IOException | RuntimeException e) {
            log.atWarn().setCause(e).addKeyValue("chain", one.chain.name()).log("could not read anchors; retrying");
        }
    }

    private static @Nullable Anchor lastOf(Known one) {
        synchronized (one) {
            return one.last;
        }
    }

    private static void add(Known one, Anchor anchor) {
        synchronized (one) {
            if (one.anchors.add(anchor) && one.anchors.size() > ANCHORS_MAX) {
                one.anchors.remove(one.anchors.iterator().next());
            }
            one.last = anchor;
        }
    }

    /** The anchors of a chain; to be read before the chain, so that everything anchored must be in it. */
    public Anchored of(String chain) {
        Known one = known.get(chain);
        if (store == null || one == null) {
            return new Anchored(null, List.of(), true);
        }
        synchronized (one) {
            return new Anchored(one.chain, List.copyOf(one.anchors), one.read);
        }
    }

    /** Anchors of one chain at one moment. */
    public record Anchored(@Nullable SealedChain chain, List<Anchor> anchors, boolean wasRead) {

        /**
         * A sentence when the chain is not the one that was anchored. It ends at the newest seal; the function gives the
         * HMACs of seals by number, as far as they are in the database.
         */
        public Optional<String> fault(long newest, Function<Collection<Long>, Map<Long, byte[]>> seals) {
            if (!wasRead) {
                return Optional.of("the anchors could not be read, so it is unknown whether newer seals were removed");
            }
            Map<Long, byte[]> found =
                    seals.apply(anchors.stream().map(Anchor::seal).distinct().toList());
            return anchors.stream()
                    .map(anchor -> fault(anchor, newest, found.get(anchor.seal())))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private Optional<String> fault(Anchor anchor, long newest, byte @Nullable [] hmac) {
            if (chain == null || !Digests.same(anchor.mac(), anchor.expectedMac(chain))) {
                return Optional.of("the anchor of seal " + anchor.seal() + " was altered, or made with another key");
            }
            if (anchor.seal() > newest) {
                return Optional.of("the chain ends at seal " + newest + " but was anchored at seal " + anchor.seal());
            }
            return hmac == null || Digests.same(HexFormat.of().formatHex(hmac), anchor.hmac())
                    ? Optional.empty()
                    : Optional.of("seal " + anchor.seal() + " is not the one that was anchored");
        }
    }
}
