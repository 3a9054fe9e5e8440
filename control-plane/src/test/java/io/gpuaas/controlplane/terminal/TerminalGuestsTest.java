package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Access of other people to a person's terminal. */
class TerminalGuestsTest extends TerminalScene {

    @Test
    void othersFindNeitherTheAllocationNorItsTerminals() {
        JsonNode access = open();
        Person other = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        assertThat(attach(plane.client(other.token()), access).status()).isEqualTo(404);
        Person viewer = plane.principals().person(Role.PROJECT_VIEWER, allocation.tenant(), allocation.project());
        assertThat(plane.client(viewer.token()).post(terminals(), null).status())
                .isEqualTo(403);
        Person stranger = plane.principals().person();
        assertThat(plane.client(stranger.token()).post(terminals(), null).status())
                .isEqualTo(404);
    }

    @Test
    void aColleagueJoinsAsAGuestTheNodeCanNameAndOnlyAnAdministratorWrites() {
        JsonNode access = open();
        Person colleague = somebody(Role.PROJECT_MEMBER);
        assertThat(come(colleague, access, "join").text("code"))
                .as("nobody is in it")
                .isEqualTo("terminal_unavailable");
        gateway.consume(secret(access));
        told();
        JsonNode joined = come(colleague, access, "join").json();
        assertThat(gateway.consume(secret(joined)).status()).isEqualTo(200);
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("guest_id").asString()).isEqualTo(colleague.id());
        assertThat(task.path("guest_name").asString()).isNotBlank();
        assertThat(task.path("guest_writes").asBoolean(true)).isFalse();
        assertThat(task.path("begins").asBoolean(true)).isFalse();
        assertThat(task.has("recording")).isFalse();
        assertThat(come(colleague, access, "take-over").status()).isEqualTo(403);
        JsonNode taken = come(somebody(Role.PROJECT_ADMIN), access, "take-over").json();
        gateway.consume(secret(taken));
        assertThat(told().getFirst().payload().path("guest_writes").asBoolean()).isTrue();
        assertThat(come(somebody(Role.PROJECT_VIEWER), access, "join").status()).isEqualTo(403);
        assertThat(come(plane.principals().person(), access, "join").status()).isEqualTo(404);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'terminal.join' AND actor_id = '"
                                + colleague.id() + "'"))
                .isPositive();
    }

    @Test
    void aGuestStaysNoLongerThanTheirOwnRightNorTheOwners() {
        JsonNode access = open();
        gateway.consume(secret(access));
        Person first = somebody(Role.PROJECT_MEMBER);
        JsonNode one = come(first, access, "join").json();
        JsonNode other = come(somebody(Role.PROJECT_MEMBER), access, "join").json();
        gateway.consume(secret(one));
        gateway.consume(secret(other));
        String members = "/api/v1/projects/" + allocation.project() + "/members/";
        String[] streams = {
            one.path("stream_id").asString(), other.path("stream_id").asString()
        };
        assertThat(gateway.sync(streams).json().path("close")).isEmpty();
        plane.admin().delete(members + first.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(streams).json().path("close").toString())
                .contains(streams[0])
                .doesNotContain(streams[1]));
        plane.admin().delete(members + person.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(streams).json().path("close").toString())
                .contains(streams[1]));
        told();
    }
}
