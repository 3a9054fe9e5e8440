package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.platform.Call;
import org.springframework.stereotype.Component;

/** Records changes by OCI clients in the audit trail, in the transaction of the change. Chunks of uploads are not. */
@Component
class RegistryTrail {

    private final SideTrail trail;

    RegistryTrail(SideTrail trail) {
        this.trail = trail;
    }

    void pushed(Repository repository, ContentDigest manifest) {
        record("manifest.push", repository.name() + "@" + manifest);
    }

    void deleted(Repository repository, ContentDigest manifest) {
        record("manifest.delete", repository.name() + "@" + manifest);
    }

    void untagged(Repository repository, Tag tag) {
        record("tag.delete", repository.name() + ":" + tag);
    }

    void deletedBlob(Repository repository, ContentDigest blob) {
        record("blob.delete", repository.name() + "@" + blob);
    }

    private void record(String action, String target) {
        trail.acted(Call.current(), action, target);
    }
}
