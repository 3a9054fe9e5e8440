package io.gpuaas.controlplane.entitlements;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.entitlements.Entitlement.Allowed;
import io.gpuaas.controlplane.entitlements.Entitlement.Level;
import io.gpuaas.controlplane.entitlements.Entitlement.Limits;
import io.gpuaas.controlplane.entitlements.Entitlement.Reason;
import io.gpuaas.controlplane.entitlements.Entitlement.Refused;
import io.gpuaas.controlplane.entitlements.Entitlements.Wish;
import io.gpuaas.manifest.SemVer;
import io.gpuaas.manifest.VersionRange;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntitlementsTest {

    private static final Schema PARAMETERS = schema(
            "{\"properties\":{\"max_len\":{\"type\":\"integer\",\"maximum\":131072},\"mode\":{\"type\":\"string\"}}}");
    private static final Schema OVERLAY =
            schema("{\"properties\":{\"max_len\":{\"maximum\":8192},\"mode\":{\"const\":\"safe\"}}}");

    /** A grant is absent, off, or the range of versions it allows. */
    @ParameterizedTest
    @CsvSource({
        "absent, *,      1.4.0, member, NOT_GRANTED_TO_TENANT, OPERATOR",
        "off,    *,      1.4.0, member, NOT_GRANTED_TO_TENANT, OPERATOR",
        "absent, absent, 1.4.0, member, NOT_GRANTED_TO_TENANT, OPERATOR",
        ">=2,    *,      1.4.0, member, VERSION_OUTSIDE_PLATFORM_RANGE, OPERATOR",
        ">=2,    off,    1.4.0, member, VERSION_OUTSIDE_PLATFORM_RANGE, OPERATOR",
        "*,      absent, 1.4.0, member, NOT_ENABLED_FOR_PROJECT, TENANT_ADMIN",
        "*,      off,    1.4.0, member, NOT_ENABLED_FOR_PROJECT, TENANT_ADMIN",
        "*,      <1.4,   1.4.0, member, VERSION_OUTSIDE_TENANT_RANGE, TENANT_ADMIN",
        "*,      *,      1.4.0, viewer, ROLE_MAY_NOT_DEPLOY, TENANT_ADMIN",
        "*,      *,      1.4.0, member, ,",
        ">=1 <2, >=1.4,  1.4.0, member, ,",
    })
    void theDecisionNamesTheReasonAndTheLevelThatCanChangeIt(
            String platform,
            String tenant,
            String version,
            String role,
            @Nullable Reason reason,
            @Nullable Level level) {
        Entitlement decided = Entitlements.decide(
                platform.equals("absent") ? null : platform(platform),
                tenant.equals("absent") ? null : tenant(tenant, null),
                null,
                new Wish(SemVer.parse(version), PARAMETERS, role));
        if (reason == null || level == null) {
            assertThat(decided).isInstanceOf(Allowed.class);
        } else {
            assertThat(decided).isEqualTo(new Refused(reason, level));
        }
    }

    @Test
    void theOverlayLocksAndNarrowsParameters() throws DocumentException {
        Allowed allowed = (Allowed) decide(OVERLAY, "{\"max_len\":4096}");
        assertThat(allowed.lockedParameters()).isEqualTo(Map.of("mode", "\"safe\""));
        assertThat(allowed.parameters().validate(json("{\"max_len\":8193}"))).hasSize(1);
        assertThat(allowed.parameters().validate(json("{\"max_len\":8192,\"mode\":\"safe\"}")))
                .isEmpty();
        assertThat(allowed.limits()).isEqualTo(new Limits(3, 8, null, true, false));
    }

    @Test
    void aDefaultThatTheOverlayForbidsIsTheProjectsToChange() throws DocumentException {
        assertThat(decide(OVERLAY, "{\"max_len\":100000}"))
                .isEqualTo(new Refused(Reason.DEFAULT_NOT_ALLOWED, Level.PROJECT_ADMIN));
        assertThat(decide(OVERLAY, "{\"other\":1}"))
                .isEqualTo(new Refused(Reason.DEFAULT_NOT_ALLOWED, Level.PROJECT_ADMIN));
    }

    @Test
    void anOverlayOfParametersThatAreGoneIsNotIgnored() throws DocumentException {
        assertThat(decide(schema("{\"properties\":{\"gone\":{\"const\":1}}}"), "{}"))
                .isEqualTo(new Refused(Reason.OVERLAY_DOES_NOT_FIT, Level.TENANT_ADMIN));
    }

    private static Entitlement decide(Schema overlay, String defaults) throws DocumentException {
        return Entitlements.decide(
                platform("*"),
                tenant("*", overlay),
                new ProjectChoice((Json.Obj) json(defaults), true, true),
                new Wish(SemVer.parse("1.4.0"), PARAMETERS, "member"));
    }

    private static PlatformGrant platform(String versions) {
        return new PlatformGrant(!versions.equals("off"), range(versions), true, false);
    }

    private static TenantGrant tenant(String versions, @Nullable Schema overlay) {
        return new TenantGrant(!versions.equals("off"), range(versions), overlay, 3, 8, null, Set.of("member"));
    }

    private static VersionRange range(String text) {
        return text.equals("off") ? VersionRange.ALL : VersionRange.parse(text);
    }

    private static Schema schema(String text) {
        try {
            return Schema.compile(json(text), "").schema().orElseThrow();
        } catch (DocumentException e) {
            throw new AssertionError(e);
        }
    }

    private static Json json(String text) throws DocumentException {
        return Documents.readJson(text.getBytes(StandardCharsets.UTF_8), Bounds.MANIFEST);
    }
}
