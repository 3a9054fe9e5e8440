package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SKUs, prices and slots. */
class CapacityVerbsTest extends SignedInShell {

    private static final String T = "0198c0de-0000-7000-8000-000000000001";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String N = "0198c0de-0000-7000-8000-000000000007";
    private static final String SKU = """
            {"name":"s","title":"S GPUs","shape":"gpu_slice","gpu_model":"h100-sxm","counts":[1,2],"gpus_per_unit":1,
             "unit":{"vcpus":1,"memory_bytes":1073741824,"nvme_bytes":0},"isolation":"user_revoke","images":["i"],
             "version":3""";
    private static final String PRICE = """
            {"id":"%s","sku":"s","gpu_hour":{"nanos":2490000000,"currency":"USD"},"effective_from":"2026-01-01T00:00:00Z"}""".formatted(N);
    private static final String OFFERS = "{\"items\":[" + SKU + ",\"price\":" + PRICE + """
            ,"available":[{"region":"r","zone":"z1","count":1,"allocations":3},
             {"region":"r","zone":"z1","count":2,"allocations":1},{"region":"r","zone":"z2","count":1,"allocations":0}]}]}""";

    private String lastBody() {
        return server.received().getLast().body();
    }

    @Test
    void showsPriceAndAvailabilityInALine() {
        server.answers("GET /api/v1/projects/" + P + "/skus", 200, OFFERS);
        assertThat(shell.type("skus list --project " + P)).as(shell.said()).isZero();
        assertThat(shell.printed())
                .contains("NAME  TITLE   PRICE     AVAILABLE       WHERE")
                .contains("s     S GPUs  2.49 USD  3 of 1, 1 of 2  r/z1");
        assertThat(shell.type("skus list --output json --project " + P))
                .as(shell.said())
                .isZero();
        assertThat(shell.printed()).contains("\"allocations\":3");
    }

    @Test
    void theOnlyProjectNeedNotBeNamed() {
        server.answers("GET /api/v1/me", 200, """
                        {"principal_id":"x","kind":"user","display_name":"A","grants":[{"role":"platform_admin","permissions":[]}]}""")
                .answers("GET /api/v1/tenants?limit=2", 200, """
                        {"items":[{"id":"%s","slug":"t","name":"T","state":"active","created_at":"2026-01-02T03:04:05Z"}]}""".formatted(T))
                .answers("GET /api/v1/tenants/" + T + "/projects?limit=2", 200, """
                        {"items":[{"id":"%s","tenant_id":"%s","slug":"p","name":"P","created_at":"2026-01-02T03:04:05Z"}]}""".formatted(P, T))
                .answers("GET /api/v1/projects/" + P + "/skus", 200, OFFERS);
        assertThat(shell.type("skus list")).as(shell.said()).isZero();
        assertThat(shell.printed()).contains("2.49 USD");
    }

    @Test
    void amountsAreTakenExactly() {
        server.answers("POST /api/v1/skus/s/prices", 201, PRICE);
        assertThat(shell.type("catalogue add-price s 2.490000001 --from 2027-01-01T00:00:00Z"))
                .as(shell.said())
                .isZero();
        assertThat(lastBody())
                .isEqualTo("{\"gpu_hour\":{\"nanos\":2490000001,\"currency\":\"USD\"},"
                        + "\"effective_from\":\"2027-01-01T00:00:00Z\"}");
    }

    @Test
    void anUpdateKeepsWhatIsNotGiven() {
        server.answers("GET /api/v1/skus/s", 200, SKU + "}").answers("PUT /api/v1/skus/s", 200, SKU + "}");
        assertThat(shell.type("catalogue update s --count 1 --count 2 --count 4"))
                .as(shell.said())
                .isZero();
        assertThat(lastBody())
                .isEqualTo("{\"title\":\"S GPUs\",\"counts\":[1,2,4],"
                        + "\"unit\":{\"vcpus\":1,\"memory_bytes\":1073741824,\"nvme_bytes\":0},"
                        + "\"isolation\":\"user_revoke\",\"images\":[\"i\"],\"version\":3}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catalogue add-price s 2.4900000001",
                "catalogue add-price s much",
                "catalogue set-visibility s",
                "catalogue set-visibility s --everybody --tenant " + T,
                "catalogue create s --shape gpu_slice --gpu-model m",
                "slots list --state broken",
                "slots explain s 1 --strategy anywhere",
            })
    void wrongUsageIsTwoAndSendsNothing(String line) {
        assertThat(shell.type(line)).as(shell.said()).isEqualTo(2);
        assertThat(shell.said()).isNotEmpty().doesNotContain("Exception");
        assertThat(server.received()).isEmpty();
    }
}
