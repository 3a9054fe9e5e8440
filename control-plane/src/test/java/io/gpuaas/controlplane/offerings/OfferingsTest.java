package io.gpuaas.controlplane.offerings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Against("PostgreSQL")
class OfferingsTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final Offerings offerings = plane.bean(Offerings.class);

    @Test
    void aPriceIsInEffectFromItsInstantOnUntilTheNextBegins() {
        String sku = create();
        TenantId tenant = new TenantId(UUID.randomUUID());
        assertThat(offerings.findPrice(sku, tenant, Instant.now())).isEmpty();

        Instant first = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MICROS);
        Instant second = first.plusSeconds(3600);
        assertThat(addPrice(sku, 2_000_000_000L, first).status()).isEqualTo(201);
        assertThat(addPrice(sku, 3_000_000_000L, second).status()).isEqualTo(201);

        assertThat(offerings.findPrice(sku, tenant, first.minusNanos(1000))).isEmpty();
        assertThat(price(sku, tenant, first)).isEqualTo(new Money(2_000_000_000L, "USD"));
        assertThat(price(sku, tenant, second.minusNanos(1000))).isEqualTo(new Money(2_000_000_000L, "USD"));
        assertThat(price(sku, tenant, second)).isEqualTo(new Money(3_000_000_000L, "USD"));
        assertThat(admin.get("/api/v1/skus/" + sku + "/prices").json().path("items"))
                .hasSize(2);
    }

    @Test
    void aTenantsOwnPriceComesBeforeTheGeneralOne() {
        String sku = create();
        TenantId tenant = TenantId.parse(admin.createTenant());
        TenantId other = new TenantId(UUID.randomUUID());
        Instant from = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MICROS);
        Reply general = addPrice(sku, 2_000_000_000L, from);
        assertThat(general.status()).isEqualTo(201);
        Reply added = addTenantPrice(tenant, sku, 1, from);
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        assertThat(price(sku, tenant, from).nanos()).isOne();
        assertThat(price(sku, other, from).nanos()).isEqualTo(2_000_000_000L);
        assertThat(addTenantPrice(other, sku, 1, from).status()).isEqualTo(404);
        assertThat(audited("price.add", general.text("id"))).isEqualTo(1);
        assertThat(audited("tenant_price.add", added.text("id"))).isEqualTo(1);
    }

    @Test
    void pricesOfSingleTenantsAreListedWhereTheyAreAskedForAndOthersDoNotSeeThem() {
        String sku = create();
        TenantId tenant = TenantId.parse(admin.createTenant());
        TenantId neighbour = TenantId.parse(admin.createTenant());
        Instant from = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MICROS);
        Reply general = addPrice(sku, 2_000_000_000L, from);
        Reply own = addTenantPrice(tenant, sku, 1, from);
        Reply later = addTenantPrice(tenant, sku, 3, from.plusSeconds(60));
        Reply others = addTenantPrice(neighbour, sku, 4, from);

        assertThat(ids(admin.get("/api/v1/skus/" + sku + "/prices"))).containsExactly(general.text("id"));
        assertThat(ids(admin.get("/api/v1/skus/" + sku + "/prices?include_tenants=true")))
                .startsWith(later.text("id"))
                .containsExactlyInAnyOrder(general.text("id"), own.text("id"), later.text("id"), others.text("id"));
        Reply first = admin.get("/api/v1/skus/" + sku + "/prices?include_tenants=true&limit=2");
        Reply second = admin.get(
                "/api/v1/skus/" + sku + "/prices?include_tenants=true&limit=2&cursor=" + first.text("next_cursor"));
        assertThat(Stream.concat(ids(first).stream(), ids(second).stream()))
                .as("prices that begin at once are on one page or the other")
                .doesNotHaveDuplicates()
                .hasSize(4);

        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant.toString()));
        Reply seen = owner.get("/api/v1/tenants/" + tenant + "/prices");
        assertThat(ids(seen)).containsExactly(later.text("id"), own.text("id"));
        assertThat(seen.json().at("/items/0/tenant_id").asString()).isEqualTo(tenant.toString());
        assertThat(seen.json().at("/items/0/sku").asString()).isEqualTo(sku);
        assertThat(owner.get("/api/v1/tenants/" + neighbour + "/prices").status())
                .isEqualTo(404);
    }

    private static List<String> ids(Reply page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.json()
                .path("items")
                .valueStream()
                .map(price -> price.path("id").asString())
                .toList();
    }

    private long audited(String action, String target) {
        return plane.database()
                .count("SELECT count(*) FROM audit.event WHERE action = '" + action
                        + "' AND outcome = 'succeeded' AND target LIKE '%" + target + "%'");
    }

    @Test
    void twoPricesNeverBeginAtOnceAndNoneInThePast() {
        String sku = create();
        Instant from = Instant.now().plusSeconds(60);
        addPrice(sku, 1, from);
        assertThat(addPrice(sku, 2, from).text("code")).isEqualTo("price_conflict");
        assertThat(addPrice(sku, 2, Instant.now().minusSeconds(1)).text("code")).isEqualTo("price_in_the_past");
    }

    @Test
    void theDatabaseRefusesToChangePrices() {
        assertThatThrownBy(() -> plane.database().execute("UPDATE offerings.price SET gpu_hour_nanos = 0"))
                .hasRootCauseMessage(
                        "ERROR: UPDATE on offerings.price is refused: prices are append-only\n  Where: PL/pgSQL function"
                                + " offerings.refuse_change() line 3 at RAISE");
        assertThatThrownBy(() -> plane.database().execute("DELETE FROM offerings.price"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyListedTenantsSeeASkuAndToOthersItLooksAbsent() {
        String sku = create();
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        String stranger = admin.createProject(admin.createTenant());
        Reply listed = admin.put("/api/v1/skus/" + sku + "/visibility", "{\"tenant_ids\":[\"" + tenant + "\"]}");
        assertThat(listed.json().path("tenant_ids")).hasSize(1);

        assertThat(admin.get(of(project, sku)).status()).isEqualTo(200);
        Reply hidden = admin.get(of(stranger, sku));
        Reply absent = admin.get(of(stranger, "no-such-sku"));
        assertThat(hidden.status()).isEqualTo(absent.status()).isEqualTo(404);
        assertThat(hidden.text("detail").replace(sku, "no-such-sku")).isEqualTo(absent.text("detail"));
        assertThat(admin.get("/api/v1/projects/" + stranger + "/skus").body()).doesNotContain(sku);

        admin.put("/api/v1/skus/" + sku + "/visibility", "{}");
        assertThat(admin.get(of(stranger, sku)).status()).isEqualTo(200);
        assertThat(admin.put("/api/v1/skus/" + sku + "/visibility", "{\"tenant_ids\":[\"" + UUID.randomUUID() + "\"]}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aRetiredSkuIsKnownButNotSold() {
        String sku = create();
        String project = admin.createProject(admin.createTenant());
        admin.post("/api/v1/skus/" + sku + "/retire", "{\"reason\":\"old\"}");
        assertThat(admin.get(of(project, sku)).text("code")).isEqualTo("sku_retired");
        assertThat(admin.get("/api/v1/projects/" + project + "/skus").body()).doesNotContain(sku);
        assertThat(offerings.find(sku))
                .hasValueSatisfying(found -> assertThat(found.retired()).isTrue());
        assertThat(admin.post("/api/v1/skus", body(sku, "")).text("code")).isEqualTo("sku_name_taken");
    }

    @Test
    void aChangeToAnOlderVersionIsAConflict() {
        String sku = create();
        String change = """
                {"title":"T2","counts":[1,2],"isolation":"user_revoke","images":["i"],"version":1,
                 "unit":{"vcpus":2,"memory_bytes":2,"nvme_bytes":0}}""";
        assertThat(admin.put("/api/v1/skus/" + sku, change).text("title")).isEqualTo("T2");
        assertThat(admin.put("/api/v1/skus/" + sku, change).text("code")).isEqualTo("conflict");
    }

    @Test
    void aHostThatOthersAreOnIsNotSoldToBeBuiltAnew() {
        String change = """
                {"title":"T2","counts":[1,2],"isolation":"full_reimage","images":["i"],"version":1,
                 "unit":{"vcpus":2,"memory_bytes":2,"nvme_bytes":0}}""";
        assertThat(admin.put("/api/v1/skus/" + create(), change).text("detail"))
                .isEqualTo("Only a host that is sold whole can be rebuilt between tenants.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"mig_profile\":\"1g.10gb\"|A MIG profile is required for shape mig and not allowed for other shapes.",
                "\"zone\":\"z\"|A zone requires a region. Set the region too.",
                "\"gpus_per_unit\":2|Only bare-metal SKUs can have several GPUs per unit."
            })
    void aSkuThatDoesNotHoldTogetherIsRefused(String more, String detail) {
        Reply reply = admin.post("/api/v1/skus", body("x-" + UUID.randomUUID(), "," + more));
        assertThat(reply.text("code")).isEqualTo("sku_invalid");
        assertThat(reply.text("detail")).isEqualTo(detail);
    }

    private Money price(String sku, TenantId tenant, Instant at) {
        return offerings.findPrice(sku, tenant, at).orElseThrow().gpuHour();
    }

    private Reply addPrice(String sku, long nanos, Instant from) {
        return admin.post(
                "/api/v1/skus/" + sku + "/prices",
                "{\"gpu_hour\":{\"nanos\":%d,\"currency\":\"USD\"},\"effective_from\":\"%s\"}".formatted(nanos, from));
    }

    private Reply addTenantPrice(TenantId tenant, String sku, long nanos, Instant from) {
        return admin.post(
                "/api/v1/tenants/" + tenant + "/prices",
                "{\"sku\":\"%s\",\"gpu_hour\":{\"nanos\":%d,\"currency\":\"USD\"},\"effective_from\":\"%s\"}"
                        .formatted(sku, nanos, from));
    }

    private String create() {
        String name = "t-" + UUID.randomUUID();
        assertThat(admin.post("/api/v1/skus", body(name, "")).status()).isEqualTo(201);
        return name;
    }

    private static String body(String name, String more) {
        return """
                {"name":"%s","title":"T","shape":"gpu_slice","gpu_model":"h100-sxm","counts":[1],"images":["i"],
                 "isolation":"user_revoke","unit":{"vcpus":1,"memory_bytes":1,"nvme_bytes":0}%s}""".formatted(name, more);
    }

    private static String of(String project, String sku) {
        return "/api/v1/projects/" + project + "/skus/" + sku;
    }
}
