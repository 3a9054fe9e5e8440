package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpuaas.controlplane.TestControlPlane;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ConfigurationTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpuaas.server.prot      | 1      | unknown setting gpuaas.server.prot
            gpuaas.typo             | x      | unknown setting gpuaas.typo
            gpuaas.server.port      | 99999  | invalid setting gpuaas.server.port
            gpuaas.server.port      | many   | invalid setting gpuaas.server.port
            gpuaas.roles            | cook   | invalid setting gpuaas.roles
            gpuaas.database.pool-size | 1    | invalid setting gpuaas.database.pool-size
            gpuaas.bus.kind         | kafka  | invalid setting gpuaas.bus.kind
            gpuaas.bus.retention    | soon   | invalid setting gpuaas.bus.retention
            gpuaas.database.url     | ''     | gpuaas.database.url is not set
            gpuaas.proxies.networks | proxy.example.com | which is not a network in CIDR form
            gpuaas.proxies.header   | x-real-ip | invalid setting gpuaas.proxies.header
            gpuaas.server.public-url | https://gpu.example.com/path | gpuaas.server.public-url = https://gpu.example.com/path
            """)
    void aWrongSettingStopsTheStartWithASentence(String name, String value, String sentence) {
        Throwable failure = catchThrowable(() ->
                TestControlPlane.start(Map.of(name, value == null ? "" : value)).close());
        assertThat(failure).as("the start must fail").isNotNull();
        assertThat(StartProblem.describe(failure)).contains(sentence).doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpuaas.server.address    | 0.0.0.0                 | the server listens beyond loopback
            gpuaas.server.address    | ::                      | the server listens beyond loopback
            gpuaas.server.public-url | https://gpu.example.com | the server is public
            gpuaas.server.public-url | https://localhost       | the server is public
            gpuaas.server.public-url | http://10.0.0.7:8080    | the server is public
            """)
    void playMoneyAndTheDemoAreForPeopleOnThisMachine(String name, String value, String sentence) {
        String free = "gpuaas.payments.allow-free-credit-beyond-loopback";
        Throwable money = catchThrowable(
                () -> TestControlPlane.start(Map.of(name, value, free, "false")).close());
        assertThat(money).as("the start must fail").isNotNull();
        assertThat(StartProblem.describe(money))
                .contains(sentence)
                .contains(free)
                .doesNotContain("\n");
        Throwable demo = catchThrowable(() -> TestControlPlane.start(Map.of(name, value, "gpuaas.demo", "true"))
                .close());
        assertThat(demo).as("the start must fail").isNotNull();
        assertThat(StartProblem.describe(demo))
                .contains(sentence)
                .contains("gpuaas.allow-demo-beyond-loopback")
                .doesNotContain("\n");
    }

    @Test
    void anAcceptedRiskAllowsTheStart() {
        TestControlPlane.start(Map.of(
                        "gpuaas.server.public-url", "https://gpu.example.com",
                        "gpuaas.demo", "true",
                        "gpuaas.allow-demo-beyond-loopback", "true"))
                .close();
        TestControlPlane.start(Map.of(
                        "gpuaas.server.public-url", "http://localhost:8080",
                        "gpuaas.payments.allow-free-credit-beyond-loopback", "false"))
                .close();
    }

    @Test
    void theDocumentedFileNamesEverySettingAndNothingElse() {
        JsonNode file =
                YAMLMapper.builder().build().readTree(ConfigurationTest.class.getResourceAsStream("/gpuaas.yaml"));
        assertThat(names(file.path("gpuaas"), "gpuaas.")).isEqualTo(SettingNames.all());
    }

    @Test
    void aMistypedVariableStopsTheStart() {
        assertThatCode(() -> SettingNames.requireKnown(Set.of(
                        "GPUAAS_SERVER_PORT",
                        "GPUAAS_DATABASE_POOLSIZE",
                        "GPUAAS_DATA_DIR",
                        "GPUAAS_ROLES_0",
                        "GPUAAS_SERVER",
                        "GPUAAS_PROFILE",
                        "GPUAAS_TOKEN",
                        "PATH")))
                .doesNotThrowAnyException();
        Throwable failure = catchThrowable(() -> SettingNames.requireKnown(Set.of("GPUAAS_SERVER_PROT")));
        assertThat(StartProblem.describe(failure)).contains("GPUAAS_SERVER_PROT");
    }

    @Test
    void everySettingInTheFileIsExplained() throws java.io.IOException {
        List<String> lines = new String(
                        Objects.requireNonNull(ConfigurationTest.class.getResourceAsStream("/gpuaas.yaml"))
                                .readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(lines.getFirst()).startsWith("# GPUaaS");
        assertThat(lines.stream().filter(line -> line.strip().startsWith("#")).count())
                .isGreaterThan(20);
    }

    private static Set<String> names(JsonNode node, String prefix) {
        return node.propertyStream()
                .flatMap(entry -> entry.getValue().isObject()
                        ? names(entry.getValue(), prefix + entry.getKey() + ".").stream()
                        : Stream.of(prefix + entry.getKey()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
