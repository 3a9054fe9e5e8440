package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.anchors.SealedChain;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The seals of the ledger, as they are anchored. */
@Component
class LedgerChain implements SealedChain {

    static final String NAME = "ledger";

    private final SealStore store;
    private final LedgerSealKey key;

    LedgerChain(SealStore store, LedgerSealKey key) {
        this.store = store;
        this.key = key;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Newest> newest() {
        return store.newest().map(seal -> new Newest(seal.number(), seal.seal()));
    }

    @Override
    public byte[] mac(byte[] content) {
        return key.mac().doFinal(content);
    }
}
