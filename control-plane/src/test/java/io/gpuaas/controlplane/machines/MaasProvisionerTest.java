package io.gpuaas.controlplane.machines;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.machines.MachineProvisioner.Machine;
import io.gpuaas.controlplane.machines.MachineProvisioner.Outcome;
import io.gpuaas.controlplane.machines.MachineProvisioner.Stage;
import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as MAAS 3 does. */
class MaasProvisionerTest {

    private static final Machine HOST = new Machine("gpu-1", () -> "#cloud-config");
    private static final int LOOKS_MAX = 20;

    private final FakeMaas maas = new FakeMaas("gpu-1");

    MaasProvisionerTest() throws IOException {}

    @AfterEach
    void close() {
        maas.close();
    }

    private MaasProvisioner provisioner(String key) {
        return new MaasProvisioner(new MaasClient(maas.url(), key, Clock.systemUTC()), "ubuntu/noble");
    }

    /** Until it is done or has failed. */
    private Outcome rebuild() {
        MaasProvisioner provisioner = provisioner(FakeMaas.API_KEY);
        Stage reached = Stage.WANTED;
        for (int look = 0; look < LOOKS_MAX; look++) {
            Outcome outcome = provisioner.advance(HOST, reached);
            if (!(outcome instanceof Outcome.At at)) {
                return outcome;
            }
            reached = at.stage();
            if (reached == Stage.DONE) {
                return outcome;
            }
        }
        throw new AssertionError("not done after " + LOOKS_MAX + " looks");
    }

    @Test
    void aHostIsErasedAndInstalledOnceAndGivenWhatItJoinsWith() {
        assertThat(rebuild()).isEqualTo(new Outcome.At(Stage.DONE));
        assertThat(maas.asked).containsExactly("release", "allocate", "deploy");
        assertThat(maas.userData).isEqualTo("#cloud-config");
    }

    @Test
    void aCallWhoseAnswerWasLostIsNotMadeAgain() {
        MaasProvisioner provisioner = provisioner(FakeMaas.API_KEY);
        maas.losesAnswers = true;
        assertThat(provisioner.advance(HOST, Stage.WANTED)).isInstanceOf(Outcome.Unavailable.class);
        maas.losesAnswers = false;
        assertThat(provisioner.advance(HOST, Stage.WANTED)).isEqualTo(new Outcome.At(Stage.ERASING));
        assertThat(maas.asked).containsExactly("release");
    }

    @Test
    void theOldInstallationIsNotTakenForTheNewOne() {
        assertThat(provisioner(FakeMaas.API_KEY).advance(HOST, Stage.WANTED)).isEqualTo(new Outcome.At(Stage.ERASING));
    }

    @Test
    void aMachineThatIsOffAfterwardsIsSwitchedOn() {
        maas.power = "off";
        MaasProvisioner provisioner = provisioner(FakeMaas.API_KEY);
        assertThat(provisioner.advance(HOST, Stage.INSTALLING)).isEqualTo(new Outcome.At(Stage.INSTALLING));
        assertThat(provisioner.advance(HOST, Stage.INSTALLING)).isEqualTo(new Outcome.At(Stage.DONE));
        assertThat(maas.asked).containsExactly("power_on");
    }

    @Test
    void disksThatCannotBeErasedFailIt() {
        maas.fails = 15;
        assertThat(rebuild())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo("erase_failed"));
        maas.fails = 0;
        assertThat(rebuild()).isEqualTo(new Outcome.At(Stage.DONE));
    }

    @Test
    void anInstallationThatFailsFailsItAndCanBeTriedAgain() {
        MaasProvisioner provisioner = provisioner(FakeMaas.API_KEY);
        maas.status = 11;
        assertThat(provisioner.advance(HOST, Stage.INSTALLING))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo("install_failed"));
        assertThat(rebuild()).isEqualTo(new Outcome.At(Stage.DONE));
    }

    @Test
    void anUnknownMachineOrARefusalIsReported() {
        assertThat(provisioner(FakeMaas.API_KEY).advance(new Machine("other", () -> ""), Stage.WANTED))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo("machine_unknown"));
        assertThat(provisioner("consumer:token:wrong").advance(HOST, Stage.WANTED))
                .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                    assertThat(failed.code()).isEqualTo("provisioner_refused");
                    assertThat(failed.message()).contains("401");
                });
        maas.status = 8;
        assertThat(provisioner(FakeMaas.API_KEY).advance(HOST, Stage.WANTED))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo("machine_not_usable"));
    }

    @Test
    void aServerThatIsAwayIsNoFailureOfTheHost() {
        maas.close();
        assertThat(provisioner(FakeMaas.API_KEY).advance(HOST, Stage.WANTED)).isInstanceOf(Outcome.Unavailable.class);
    }
}
