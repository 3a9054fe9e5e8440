package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One installation that is stopped, killed and started again; each case finds it running, with a tenant of its own. */
@Against("PostgreSQL")
class SurvivalTest {

    @TempDir
    static Path folder = Path.of("set by JUnit");

    private static Installation installation = new Installation(folder);

    private final String tenant = "lasting-" + UUID.randomUUID().toString().substring(0, 8);

    @BeforeAll
    static void choose() {
        installation = new Installation(folder);
    }

    @BeforeEach
    void startWithATenant() {
        installation.up();
        installation.createTenant(tenant);
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void dataAndLoginSurviveDownAndUp() {
        String token = installation.firstLoginToken();
        ProcessHandle postmaster = installation.postmaster();

        Command.Outcome down = installation.down();
        assertThat(down.exitCode()).isZero();
        assertThat(down.output()).contains("stopped the control plane");
        Installation.awaitEnd(postmaster);

        Command.Outcome second = installation.up();
        System.out.println("second up took " + second.took().toMillis() + " ms");
        assertThat(second.output()).doesNotContain("building");
        assertThat(installation.firstLoginToken()).isEqualTo(token);
        assertThat(installation.tenantSlugs()).contains(tenant);
    }

    @Test
    void dataSurvivesKillOfTheControlPlane() {
        Installation.kill(installation.controlPlane());
        assertThat(installation.run("status").exitCode()).isEqualTo(3);

        installation.up();

        assertThat(installation.tenantSlugs()).contains(tenant);
        installation.createTenant(tenant + "-2");
    }

    @Test
    void dataSurvivesKillOfControlPlaneAndDatabase() {
        ProcessHandle controlPlane = installation.controlPlane();
        ProcessHandle postmaster = installation.postmaster();
        Installation.kill(postmaster);
        Installation.kill(controlPlane);

        installation.up();

        assertThat(installation.tenantSlugs()).contains(tenant);
        installation.createTenant(tenant + "-2");
    }

    @Test
    void downStopsADatabaseWhoseControlPlaneWasKilled() {
        ProcessHandle postmaster = installation.postmaster();
        Installation.kill(installation.controlPlane());
        assertThat(postmaster.isAlive()).isTrue();

        Command.Outcome down = installation.down();

        assertThat(down.output())
                .contains("the control plane had exited without stopping its database", "stopped the database");
        Installation.awaitEnd(postmaster);
        assertThat(installation.down().output()).contains("nothing was running");
    }

    @Test
    void freshAsksBeforeItRemovesAnything() {
        assertThat(installation.tryUp("--fresh", "--yes").output()).contains("stop it first with ./gpuaas down");
        installation.down();

        Command.Outcome refused = installation.tryUp("--fresh");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("add --yes to confirm");
        assertThat(installation.data().resolve("first-login")).exists();

        assertThat(installation.tryUp("--fresh", "--yes").exitCode()).isZero();
        assertThat(installation.tenantSlugs()).doesNotContain(tenant);
    }
}
