package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.billing.statements.StatementDocument;
import io.gpuaas.testkit.Against;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.data.Offset;
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
            new Column("CommitmentDiscountCategory", false, true, Type.TEXT),
            new Column("CommitmentDiscountId", false, true, Type.TEXT),
            new Column("CommitmentDiscountName", false, true, Type.TEXT),
            new Column("CommitmentDiscountStatus", false, true, Type.TEXT),
            new Column("CommitmentDiscountType", false, true, Type.TEXT),
            new Column("ConsumedQuantity", false, true, Type.DECIMAL),
            new Column("ConsumedUnit", false, true, Type.TEXT),
            new Column("ContractedUnitPrice", false, true, Type.DECIMAL),
            new Column("ListUnitPrice", false, true, Type.DECIMAL),
            new Column("PricingCategory", false, true, Type.TEXT),
            new Column("RegionId", false, true, Type.TEXT),
            new Column("RegionName", false, true, Type.TEXT),
            new Column("ResourceName", false, true, Type.TEXT),
            new Column("ResourceId", false, true, Type.TEXT),
            new Column("ResourceType", false, true, Type.TEXT),
            new Column("SkuId", false, true, Type.TEXT),
            new Column("SkuPriceId", false, true, Type.TEXT),
            new Column("SubAccountId", false, true, Type.TEXT),
            new Column("SubAccountName", false, true, Type.TEXT),
            new Column("Tags", false, true, Type.TAGS));

    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "ChargeCategory", Set.of("Usage", "Purchase", "Tax", "Credit", "Adjustment"),
            "ChargeClass", Set.of("Correction"),
            "CommitmentDiscountCategory", Set.of("Usage", "Spend"),
            "CommitmentDiscountStatus", Set.of("Used", "Unused"),
            "PricingCategory", Set.of("Standard", "Dynamic", "Committed", "Other"),
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

    private static final Offset<BigDecimal> ROUNDED = Offset.offset(new BigDecimal("0.000001"));

    private final BillingPlane billing = BillingPlane.shared();
    private final FocusScene scene = new FocusScene(billing);

    @Test
    void everyColumnIsAsFocusWantsIt() {
        scene.play();
        List<Map<String, String>> rows = rows(scene.export());
        assertThat(rows).hasSizeGreaterThanOrEqualTo(5);
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

    /** Rules between columns. */
    private static void checkTogether(Map<String, String> row) {
        assertThat(Instant.parse(row.get("ChargePeriodStart"))).isBefore(row.get("ChargePeriodEnd"));
        assertThat(Instant.parse(row.get("BillingPeriodStart"))).isBeforeOrEqualTo(row.get("ChargePeriodStart"));
        assertThat(Instant.parse(row.get("BillingPeriodEnd"))).isAfterOrEqualTo(row.get("ChargePeriodEnd"));
        BigDecimal list = new BigDecimal(row.get("ListUnitPrice")).multiply(new BigDecimal(row.get("PricingQuantity")));
        assertThat(new BigDecimal(row.get("ListCost"))).isCloseTo(list, ROUNDED);
        BigDecimal contracted =
                new BigDecimal(row.get("ContractedUnitPrice")).multiply(new BigDecimal(row.get("PricingQuantity")));
        assertThat(new BigDecimal(row.get("ContractedCost"))).isCloseTo(contracted, ROUNDED);
        assertThat(row.get("CommitmentDiscountId").isEmpty())
                .isEqualTo(row.get("CommitmentDiscountCategory").isEmpty());
        assertThat(UUID.fromString(row.get("BillingAccountId"))).isNotNull();
    }

    /** A row that a commitment made cheaper says by which; what was not used of it is a purchase of its own. */
    @Test
    void commitmentsAreRowsOfTheirOwn() {
        scene.play();
        List<Map<String, String>> rows = rows(scene.export());
        assertThat(rows.stream()
                        .map(row -> row.get("BilledCost"))
                        .map(BigDecimal::new)
                        .reduce(BigDecimal::add))
                .hasValueSatisfying(
                        all -> assertThat(all).isEqualByComparingTo(StatementDocument.exact(scene.accrued())));
        List<Map<String, String>> used = rows.stream()
                .filter(row -> row.get("CommitmentDiscountStatus").equals("Used"))
                .toList();
        assertThat(used).isNotEmpty().allSatisfy(row -> {
            assertThat(row).containsEntry("PricingCategory", "Committed").containsEntry("ChargeCategory", "Usage");
            BigDecimal half = new BigDecimal(row.get("ListCost")).divide(BigDecimal.TWO);
            assertThat(new BigDecimal(row.get("BilledCost"))).isCloseTo(half, ROUNDED);
        });
        assertThat(rows)
                .filteredOn(row -> row.get("ChargeCategory").equals("Purchase"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("CommitmentDiscountId"))
                            .isEqualTo(used.getFirst().get("CommitmentDiscountId"));
                    assertThat(row).containsEntry("ConsumedQuantity", "").containsEntry("ChargeFrequency", "Recurring");
                });
    }

    private static List<Map<String, String>> rows(String export) {
        List<String> lines = export.lines().toList();
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
