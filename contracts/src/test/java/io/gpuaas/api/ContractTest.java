package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.web.bind.annotation.RequestMapping;

class ContractTest {

    private static final List<Class<?>> APIS = List.of(
            IdentityApi.class,
            AccessApi.class,
            TenancyApi.class,
            MachinesApi.class,
            UsersApi.class,
            NotificationsApi.class,
            PoliciesApi.class,
            AuditApi.class,
            TracesApi.class,
            OperationsApi.class,
            EventsApi.class,
            NodesApi.class,
            AllocationsApi.class,
            ReservationsApi.class,
            OfferingsApi.class,
            CapacityApi.class,
            UpdatesApi.class,
            GatewaysApi.class,
            TerminalsApi.class,
            BillingApi.class,
            PaymentsApi.class,
            ReferenceApi.class);

    @Test
    void everyOperationCarriesItsRulesAndItsAddress() {
        assertThat(operations()).isNotEmpty().allSatisfy(method -> {
            assertThat(method.getAnnotation(RequestMapping.class)).isNotNull();
            assertThat(method.getAnnotation(ContractOperation.class).id()).isEqualTo(method.getName());
        });
    }

    @Test
    void whatTakesAnIdempotencyKeyIsAudited() {
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

    private static Stream<Method> operations() {
        return APIS.stream().flatMap(api -> Arrays.stream(api.getMethods()));
    }
}
