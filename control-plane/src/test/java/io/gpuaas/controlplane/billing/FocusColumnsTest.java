package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The export against what FOCUS 1.1 asks of a provider: which columns must be there, what they hold, and what may be empty. */
@Against("PostgreSQL")
@SuppressWarnings("NullAway") // rows are maps, and a missing field must fail the test
class FocusColumnsTest {

    private enum Type {
        TEXT,
        DECIMAL,
        TIME,
        CURRENCY,
        TAGS
    }

    /** Required ones must be there in every export; the others when they are, must be as described. */
    private record Column(String name, boolean required, boolean mayBeEmpty, Type type) {}

    private static final List<Column> SPECIFICATION = List.of(
            new Column("BilledCost", true, false, Type.DECIMAL),
            new Column("BillingAccountId", true, false, Type.TEXT),
            new Column("BillingAccountName", true, true, Type.TEXT),
            new Column("BillingCurrency", true, false, Type.CURRENCY),
            new Column("BillingPeriodEnd", true, false, Type.TIME),
            new Column("BillingPeriodStart", true, false, Type.TIME),
            new Column("ChargeCategory", true, false, Type.TEXT),
            new Column("ChargeClass", true, true, Type.TEXT),
            new Column("ChargeDescription", true, true, Type.TEXT),
            new Column("ChargePeriodEnd", true, false, Type.TIME),
            new Column("ChargePeriodStart", true, false, Type.TIME),
            new Column("ContractedCost", true, false, Type.DECIMAL),
            new Column("EffectiveCost", true, false, Type.DECIMAL),
            new Column("InvoiceIssuerName", true, false, Type.TEXT),
            new Column("ListCost", true, false, Type.DECIMAL),
            new Column("PricingQuantity", true, true, Type.DECIMAL),
            new Column("PricingUnit", true, true, Type.TEXT),
            new Column("ProviderName", true, false, Type.TEXT),
            new Column("PublisherName", true, false, Type.TEXT),
            new Column("ServiceCategory", true, false, Type.TEXT),
            new Column("ServiceName", true, false, Type.TEXT),
            new Column("ChargeFrequency", false, false, Type.TEXT),
            new Column("ConsumedQuantity", false, true, Type.DECIMAL),
            new Column("ConsumedUnit", false, true, Type.TEXT),
            new Column("ContractedUnitPrice", false, true, Type.DECIMAL),
            new Column("ListUnitPrice", false, true, Type.DECIMAL),
            new Column("ResourceId", false, true, Type.TEXT),
            new Column("ResourceType", false, true, Type.TEXT),
            new Column("SkuId", false, true, Type.TEXT),
            new Column("SkuPriceId", false, true, Type.TEXT),
            new Column("SubAccountId", false, true, Type.TEXT),
            new Column("Tags", false, true, Type.TAGS));

    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "ChargeCategory", Set.of("Usage", "Purchase", "Tax", "Credit", "Adjustment"),
            "ChargeClass", Set.of("Correction"),
            "ChargeFrequency", Set.of("One-Time", "Recurring", "Usage-Based"),
            "ServiceCategory",
                    Set.of(
                            "AI and Machine Learning",
                            "Analytics",
                            "Business Applications",
                            "Compute",
                            "Databases",
                            "Developer Tools",
                            "Multicloud",
                            "Identity",
                            "Integration",
                            "Internet of Things",
                            "Management and Governance",
                            "Media",
                            "Migration",
                            "Mobile",
                            "Networking",
                            "Security",
                            "Storage",
                            "Web",
                            "Other"));

    private final BillingPlane billing = BillingPlane.shared();

    @Test
    void everyColumnIsAsFocusWantsIt() {
        TenantId tenant = TenantId.parse(billing.admin.createTenant());
        Instant hour = billing.nextHour();
        billing.pay(tenant, 100);
        Metered used = billing.begin(tenant, billing.sku(7_333_333_333L), 3);
        billing.pass(Duration.ofMinutes(7));
        // Told late: what was charged beyond it is taken back.
        billing.doing(() -> billing.plane
                .bean(AllocationMetering.class)
                .ends(billing.at(used, billing.clock.instant().minusSeconds(100))));
        billing.pass(Duration.ofMinutes(2));
        List<Map<String, String>> rows = export(tenant, YearMonth.from(hour.atOffset(ZoneOffset.UTC)));
        assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
        for (Column column : SPECIFICATION) {
            if (column.required()) {
                assertThat(rows.getFirst()).containsKey(column.name());
            }
            rows.forEach(row -> check(column, row));
        }
        assertThat(rows.getFirst().keySet())
                .as("nothing that is neither of FOCUS nor marked as our own")
                .allMatch(name -> name.startsWith("x_")
                        || SPECIFICATION.stream()
                                .anyMatch(column -> column.name().equals(name)));
        rows.forEach(FocusColumnsTest::checkTogether);
    }

    private static void check(Column column, Map<String, String> row) {
        String value = row.get(column.name());
        if (value == null || (value.isEmpty() && column.mayBeEmpty())) {
            return;
        }
        assertThat(value).as(column.name()).isNotEmpty();
        switch (column.type()) {
            case DECIMAL -> assertThat(value).as(column.name()).matches("-?\\d+(\\.\\d+)?");
            case TIME -> assertThat(value).as(column.name()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
            case CURRENCY -> assertThat(java.util.Currency.getInstance(value)).isNotNull();
            case TAGS ->
                assertThat(JsonMapper.shared().readTree(value).isObject()).isTrue();
            case TEXT ->
                assertThat(ALLOWED.getOrDefault(column.name(), Set.of(value)))
                        .as(column.name())
                        .contains(value);
        }
    }

    /** What columns say about each other. */
    private static void checkTogether(Map<String, String> row) {
        assertThat(Instant.parse(row.get("ChargePeriodStart"))).isBefore(row.get("ChargePeriodEnd"));
        assertThat(Instant.parse(row.get("BillingPeriodStart"))).isBeforeOrEqualTo(row.get("ChargePeriodStart"));
        assertThat(Instant.parse(row.get("BillingPeriodEnd"))).isAfterOrEqualTo(row.get("ChargePeriodEnd"));
        BigDecimal list = new BigDecimal(row.get("ListUnitPrice")).multiply(new BigDecimal(row.get("PricingQuantity")));
        assertThat(new BigDecimal(row.get("ListCost")))
                .isCloseTo(list, org.assertj.core.data.Offset.offset(new BigDecimal("0.000001")));
        assertThat(UUID.fromString(row.get("BillingAccountId"))).isNotNull();
    }

    private List<Map<String, String>> export(TenantId tenant, YearMonth month) {
        List<String> lines = billing.admin
                .get("/api/v1/tenants/" + tenant + "/focus-export?month=" + month)
                .body()
                .lines()
                .toList();
        String[] names = lines.getFirst().split(",");
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",", -1);
            assertThat(values).hasSameSizeAs(names);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], values[i].replaceAll("^\"|\"$", "").replace("\"\"", "\""));
            }
            rows.add(row);
        }
        return rows;
    }
}
