package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.web.bind.annotation.RequestMapping;

class ContractTest {

    @Test
    void everyTagOfTheContractIsAnInterface() throws IOException {
        String contract = new String(
                Objects.requireNonNull(ContractTest.class.getResourceAsStream("/contracts/openapi.yaml"))
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        List<String> tags = Pattern.compile("^  - name: (\\w+)$", Pattern.MULTILINE)
                .matcher(contract.substring(contract.indexOf("\ntags:"), contract.indexOf("\nsecurity:")))
                .results()
                .map(tag -> tag.group(1) + "Api")
                .toList();
        assertThat(apis()).extracting(Class::getSimpleName).isNotEmpty().containsExactlyInAnyOrderElementsOf(tags);
    }

    @Test
    void everyOperationCarriesItsRulesAndItsAddress() {
        assertThat(operations()).isNotEmpty().allSatisfy(method -> {
            assertThat(method.getAnnotation(RequestMapping.class)).isNotNull();
            assertThat(method.getAnnotation(ContractOperation.class).id()).isEqualTo(method.getName());
        });
    }

    @Test
    void operationsThatTakeAnIdempotencyKeyAreAudited() {
        assertThat(operations().map(method -> method.getAnnotation(ContractOperation.class)))
                .filteredOn(operation -> operation.idempotency() != Idempotency.NONE)
                .allSatisfy(operation -> assertThat(operation.audit()).isNotEqualTo(ContractOperation.NONE));
    }

    @Test
    void enumsAreReadAsTheContractWritesThem() {
        DefaultConversionService conversion = new DefaultConversionService();
        conversion.addConverterFactory(new WireValueConverterFactory());

        assertThat(conversion.convert("service_account", PrincipalKind.class)).isEqualTo(PrincipalKind.SERVICE_ACCOUNT);
        assertThatThrownBy(() -> conversion.convert("SERVICE_ACCOUNT", PrincipalKind.class))
                .isInstanceOf(ConversionFailedException.class);
    }

    @Test
    void listsAreCopied() {
        assertThat(new TenantPage(List.of(), null).items()).isEmpty();
        assertThatThrownBy(() -> new TenantPage(new ArrayList<>(), null).items().add(null))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openapi.yaml", "asyncapi.yaml", "errors.yaml"})
    void theJarCarriesTheContract(String file) {
        assertThat(ContractTest.class.getResource("/contracts/" + file)).isNotNull();
    }

    /** The interfaces are found rather than listed, so that none can be forgotten. */
    private static List<Class<?>> apis() {
        List<Class<?>> apis = new ArrayList<>();
        URL here = Objects.requireNonNull(ContractOperation.class.getResource("ContractOperation.class"));
        try (Stream<Path> files = Files.list(Path.of(here.toURI()).resolveSibling(""))) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith("Api.class")) {
                    apis.add(Class.forName("io.gpuaas.api." + name.substring(0, name.indexOf('.'))));
                }
            }
        } catch (IOException | URISyntaxException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return apis;
    }

    private static Stream<Method> operations() {
        return apis().stream().flatMap(api -> Arrays.stream(api.getMethods()));
    }
}
