package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.anchors.SealedChain;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Mac;
import org.springframework.stereotype.Component;

/** The seals of the trail, as they are anchored. */
@Component
class AuditChain implements SealedChain {

    static final String NAME = "audit";

    private final AuditStore store;
    private final SealKey key;

    AuditChain(AuditStore store, SealKey key) {
        this.store = store;
        this.key = key;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Newest> newest() {
        return store.newestSeal().map(seal -> new Newest(seal.number(), seal.seal()));
    }

    @Override
    public byte[] mac(byte[] content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key.value());
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
