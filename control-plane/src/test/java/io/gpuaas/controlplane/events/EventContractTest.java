package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.testkit.Against;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Code and contracts/asyncapi.yaml know the same events, and what is published is as described. */
@Against("PostgreSQL")
class EventContractTest {

    @Test
    void everyEventInTheCodeIsInTheContractAndTheOtherWayRound() {
        Set<String> inCode = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpuaas.controlplane")
                        .stream()
                        .filter(type -> type.isAssignableTo(DomainEvent.class) && !type.isInterface())
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(inCode).isEqualTo(new TreeSet<>(PublishedEventCheck.types().values()));
    }

    @Test
    void publishedEventsMatchTheirSchemas() {
        TestControlPlane plane = TestControlPlane.shared();
        ApiClient admin = plane.admin();
        admin.createProject(admin.createTenant());
        admin.put("/api/v1/policies/rate_limit.terminal_token_requests_per_minute", "{\"value\":\"11\"}");
        String sshKey = admin.post(
                        "/api/v1/me/ssh-keys", "{\"name\":\"N\",\"public_key\":\"" + SshKeySamples.ed25519() + "\"}")
                .text("id");
        admin.delete("/api/v1/me/ssh-keys/" + sshKey);
        await().until(() -> PublishedEventCheck.SEEN.containsAll(Set.of(
                "platform.tenant_created",
                "platform.project_created",
                "platform.policy_changed",
                "platform.ssh_key_added",
                "platform.ssh_key_removed")));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void theCheckFindsWhatIsNotAsDescribed() {
        assertThat(PublishedEventCheck.faults("{\"event_type\":\"platform.unheard_of\"}"))
                .isNotEmpty();
        assertThat(PublishedEventCheck.faults("""
                {"sequence":1,"event_id":"01a1e0eb-9fef-7184-9551-098755c88f68","event_type":"platform.tenant_created",
                 "aggregate_type":"tenant","aggregate_id":"x","occurred_at":"2026-01-01T00:00:00Z","correlation_id":"c",
                 "payload":{"tenant_id":"01a1e0eb-9fef-7184-9551-098755c88f68","slug":"s"}}""")).singleElement().asString().contains("name");
    }
}
