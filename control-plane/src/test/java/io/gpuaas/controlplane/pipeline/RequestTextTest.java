package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.PlainText;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.RequestBody;

/** Text in requests has no characters that cannot be seen. */
@Against("PostgreSQL")
class RequestTextTest {

    /** Fields that the contract marks as opaque: never shown, or checked character by character where they are used. */
    private static final Set<String> OPAQUE = Set.of(
            "AddSshKey.publicKey",
            "AnswerInvitation.token",
            "ChangePassword.currentPassword",
            "ChangePassword.newPassword",
            "CreateAgentRelease.manifest",
            "CreateAppVersion.manifest",
            "CreateServiceAccountKey.publicKey",
            "JoinByInvitation.password",
            "JoinByInvitation.token",
            "MintToken.clientAssertion",
            "MintToken.secret",
            "ReleaseSignature.signature",
            "SetProjectEntitlement.overlay",
            "StartCommand.argv",
            "StartCommand.environment",
            "StartCommand.workingDirectory",
            "StartFileTransfer.path",
            "UploadAgentReleasePart.bytes");

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final String tenant = admin.createTenant();
    private final String project = admin.createProject(tenant);

    @Test
    void everyTextOfEveryRequestIsLookedAt() throws ReflectiveOperationException {
        Set<String> unchecked = new TreeSet<>();
        Set<Class<?>> seen = new HashSet<>();
        for (var operation : AuthorizationMatrix.cases()) {
            String tag = operation.operation().at("/tags/0").asString();
            Class<?> api = Class.forName("io.gpuaas.api." + tag.replace(" ", "") + "Api");
            for (Method method : api.getMethods()) {
                for (Parameter parameter : method.getParameters()) {
                    if (parameter.isAnnotationPresent(RequestBody.class)) {
                        collect(parameter.getType(), seen, unchecked);
                    }
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(40);
        assertThat(unchecked).isEqualTo(OPAQUE);
    }

    private static void collect(Class<?> type, Set<Class<?>> seen, Set<String> unchecked) {
        if (!type.isRecord() || !type.getPackageName().equals("io.gpuaas.api") || !seen.add(type)) {
            return;
        }
        for (RecordComponent component : type.getRecordComponents()) {
            types(component.getGenericType()).forEach(part -> {
                if (part == String.class && !isChecked(component)) {
                    unchecked.add(type.getSimpleName() + "." + component.getName());
                }
                collect(part, seen, unchecked);
            });
        }
    }

    private static Stream<Class<?>> types(Type type) {
        return switch (type) {
            case Class<?> plain -> Stream.of(plain);
            case ParameterizedType of ->
                Arrays.stream(of.getActualTypeArguments()).flatMap(RequestTextTest::types);
            default -> Stream.empty();
        };
    }

    /** By the rule, or by a pattern that names the characters it takes. */
    private static boolean isChecked(RecordComponent component) {
        Method accessor = component.getAccessor();
        Pattern pattern = accessor.getAnnotation(Pattern.class);
        return accessor.isAnnotationPresent(PlainText.class)
                || (pattern != null && pattern.regexp().matches("\\^\\(?\\[[^^].*"))
                || component.getAnnotatedType().toString().contains("regexp=\"^[");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u0000",
                "\\u001b[2J",
                "\\u0007",
                "\\n",
                "\\r",
                "\\t",
                "\\u007f",
                "\\u0085",
                "\\u009b31m",
                "\\u009d0;t",
                "\\u202a",
                "\\u202e",
                "\\u2066",
                "\\u2069",
                "\\u200e",
                "\\u200f",
                "\\u061c",
                "\\u200b",
                "\\u200d",
                "\\ufeff",
                "\\u2028",
                "\\udb40\\udc41"
            })
    void noNameHasCharactersThatCannotBeSeen(String hidden) {
        String name = "\"a" + hidden + "b\"";
        String allocations = "/api/v1/projects/" + project + "/allocations";
        List<Reply> replies = List.of(
                admin.post(allocations, "{\"sku\":\"none\",\"count\":1,\"name\":" + name + "}"),
                admin.post(allocations, "{\"sku\":\"none\",\"count\":1,\"labels\":{\"k\":" + name + "}}"),
                admin.post(allocations, "{\"sku\":\"none\",\"count\":1,\"labels\":{" + name + ":\"v\"}}"),
                admin.post(
                        "/api/v1/projects/" + project + "/allocation-batches",
                        "{\"members\":[{\"sku\":\"none\",\"count\":1,\"name\":" + name + "}]}"),
                admin.post("/api/v1/tenants", "{\"slug\":\"some-slug\",\"name\":" + name + "}"),
                admin.post("/api/v1/tenants/" + tenant + "/projects", "{\"slug\":\"slug\",\"name\":" + name + "}"),
                admin.post(
                        "/api/v1/projects/" + project + "/service-accounts",
                        "{\"name\":" + name + ",\"scopes\":[\"projects.read\"]}"),
                admin.post("/api/v1/me/tokens", "{\"name\":" + name + ",\"expires_at\":\"2030-01-01T00:00:00Z\"}"),
                admin.post("/api/v1/me/ssh-keys", "{\"name\":" + name + ",\"public_key\":\"x\"}"),
                admin.post("/api/v1/users", "{\"username\":\"some\",\"display_name\":" + name + "}"));
        assertThat(replies).allSatisfy(reply -> {
            assertThat(reply.status()).as(reply.body()).isEqualTo(400);
            assertThat(reply.text("code")).isEqualTo("request_invalid");
        });
    }

    @Test
    void aReasonMayHaveLinesAndNothingThatSteersATerminal() {
        String suspend = "/api/v1/tenants/" + tenant + "/suspend";
        assertThat(admin.post(suspend, "{\"reason\":\"one\\n\\ttwo\"}").status())
                .isEqualTo(200);
        assertThat(admin.post(suspend, "{\"reason\":\"one\\u009b31m\"}").status())
                .isEqualTo(400);
        assertThat(admin.post(suspend, "{\"reason\":\"one\\u202e\"}").status()).isEqualTo(400);
    }
}
