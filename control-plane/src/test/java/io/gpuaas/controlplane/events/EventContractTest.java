package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.events.AdvisoryChanged;
import io.gpuaas.events.AdvisoryHit;
import io.gpuaas.events.AppChanged;
import io.gpuaas.events.AppRequestChanged;
import io.gpuaas.events.AppSuspensionChanged;
import io.gpuaas.events.AppVersionChanged;
import io.gpuaas.events.ArtifactPromotionChanged;
import io.gpuaas.events.ArtifactPublished;
import io.gpuaas.events.ArtifactQuarantineChanged;
import io.gpuaas.events.ArtifactReinstatementChanged;
import io.gpuaas.events.ArtifactTrustChanged;
import io.gpuaas.events.BalanceRestored;
import io.gpuaas.events.EventTypes;
import io.gpuaas.events.InvitationChanged;
import io.gpuaas.events.PaymentChanged;
import io.gpuaas.events.PlatformKeyChanged;
import io.gpuaas.events.PolicyChanged;
import io.gpuaas.events.ProjectCreated;
import io.gpuaas.events.ProjectEntitlementChanged;
import io.gpuaas.events.PublishIntentChanged;
import io.gpuaas.events.PublisherCreated;
import io.gpuaas.events.PublisherKeyChanged;
import io.gpuaas.events.ServiceAccountChanged;
import io.gpuaas.events.SshKeyAdded;
import io.gpuaas.events.SshKeyRemoved;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.events.TenantEntitlementChanged;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code and contracts/asyncapi.yaml know the same events, and what is published is as described. */
@Against("PostgreSQL")
class EventContractTest {

    private static final String PACKAGES = "io.gpuaas.controlplane.";

    /** Events of interest to customers' own programs, or to nobody yet. */
    private static final Set<String> NOT_CONSUMED = Set.of(
            AdvisoryChanged.TYPE,
            AdvisoryHit.TYPE,
            AppChanged.TYPE,
            AppRequestChanged.TYPE,
            AppSuspensionChanged.TYPE,
            AppVersionChanged.TYPE,
            ArtifactPromotionChanged.TYPE,
            ArtifactPublished.TYPE,
            ArtifactQuarantineChanged.TYPE,
            ArtifactReinstatementChanged.TYPE,
            ArtifactTrustChanged.TYPE,
            BalanceRestored.TYPE,
            InvitationChanged.TYPE,
            PaymentChanged.TYPE,
            PlatformKeyChanged.TYPE,
            ProjectEntitlementChanged.TYPE,
            PublishIntentChanged.TYPE,
            PublisherCreated.TYPE,
            ServiceAccountChanged.TYPE,
            TenantEntitlementChanged.TYPE,
            PublisherKeyChanged.TYPE);

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gpuaas.controlplane", "io.gpuaas.events");

    @ParameterizedTest
    @MethodSource("types")
    void anEventIsPublishedByThePackageItIsNamedAfter(String type) {
        JavaClass event = CODE.get(EventTypes.find(type).orElseThrow());
        assertThat(event.getConstructorCallsToSelf())
                .extracting(call -> call.getOriginOwner().getPackageName())
                .filteredOn(name -> name.startsWith(PACKAGES))
                .isNotEmpty()
                .allSatisfy(name ->
                        assertThat(name + ".").startsWith(PACKAGES + type.substring(0, type.indexOf('.') + 1)));
    }

    static Set<String> types() {
        return new TreeSet<>(EventTypes.all());
    }

    @Test
    void theTableOfStreamsIsAsTheContractSays() {
        assertThat(PublishedEventCheck.streams()).isNotEmpty().allSatisfy((type, stream) -> {
            if (!stream.equals("any")) {
                assertThat(EventStream.of(type)).hasToString(stream);
            }
        });
    }

    @Test
    void everyEventIsConsumedOrIsKnownNotToBe() {
        Set<String> consumed = new TreeSet<>();
        TestControlPlane plane = TestControlPlane.shared();
        plane.beans(EventConsumer.class).forEach(consumer -> consumed.addAll(consumer.types()));
        plane.beans(EventListener.class).forEach(listener -> consumed.addAll(listener.types()));
        assertThat(EventTypes.all()).containsAll(consumed);
        assertThat(consumed).doesNotContainAnyElementsOf(NOT_CONSUMED);
        consumed.addAll(NOT_CONSUMED);
        assertThat(consumed).isEqualTo(types());
    }

    /** A literal is not found by a search for the usages of an event. */
    @Test
    void noEventIsNamedByALiteral() throws IOException {
        Pattern literal = Pattern.compile(
                EventTypes.all().stream().map(Pattern::quote).collect(Collectors.joining("|", "\"(", ")\"")));
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                literal.matcher(Files.readString(file))
                        .results()
                        .forEach(match -> found.add(file.getFileName() + ": " + match.group()));
            }
        }
        assertThat(found).isEmpty();
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
                TenantCreated.TYPE, ProjectCreated.TYPE, PolicyChanged.TYPE, SshKeyAdded.TYPE, SshKeyRemoved.TYPE)));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
    }

    @Test
    void theCheckFindsWhatIsNotAsDescribed() {
        assertThat(PublishedEventCheck.faults("{\"event_type\":\"identity.unheard_of\"}"))
                .isNotEmpty();
        assertThat(PublishedEventCheck.faults("""
                {"sequence":1,"event_id":"01a1e0eb-9fef-7184-9551-098755c88f68","event_type":"identity.tenant_created",
                 "aggregate_type":"tenant","aggregate_id":"x","occurred_at":"2026-01-01T00:00:00Z","correlation_id":"c",
                 "payload":{"tenant_id":"01a1e0eb-9fef-7184-9551-098755c88f68","slug":"s"}}""")).singleElement().asString().contains("name");
    }
}
