package io.gpuaas.controlplane.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.gpuaas.api.AddSshKey;
import io.gpuaas.api.RenameSshKey;
import io.gpuaas.api.SshKey;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

@Against("PostgreSQL")
class SshKeysTest {

    private static final String KEYS = "/api/v1/me/ssh-keys";
    private static final int KEYS_MAX = 20;

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient ann = user();

    private ApiClient user() {
        return plane.client(plane.principals().withoutRole());
    }

    private static String body(String name, String publicKey) {
        return JsonMapper.shared().writeValueAsString(new AddSshKey(name, publicKey));
    }

    private static Reply add(ApiClient user, String publicKey) {
        return user.post(KEYS, body("laptop", publicKey));
    }

    private static String added(ApiClient user) {
        Reply reply = add(user, SshKeySamples.ed25519());
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return KEYS + "/" + reply.text("id");
    }

    private static void isProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.text("code")).isEqualTo(code);
    }

    private static PrincipalId idOf(ApiClient user) {
        return PrincipalId.parse(user.get("/api/v1/me").text("principal_id"));
    }

    @Test
    void anAddedKeyIsShownListedAndGivenToOtherDomains() {
        String line = SshKeySamples.ed25519();
        Reply reply = ann.post(KEYS, body(" work laptop ", line + " ann@laptop\n"));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.text("name")).isEqualTo("work laptop");
        assertThat(reply.text("type")).isEqualTo("ssh-ed25519");
        assertThat(reply.json().path("bits").asInt()).isEqualTo(256);
        assertThat(reply.text("fingerprint"))
                .isEqualTo(SshPublicKey.parse(line).fingerprint())
                .matches("SHA256:[A-Za-z0-9+/]{43}");
        assertThat(reply.text("comment")).isEqualTo("ann@laptop");
        assertThat(reply.text("public_key")).isEqualTo(line);
        assertThat(ann.get(KEYS + "/" + reply.text("id")).json()).isEqualTo(reply.json());
        assertThat(ann.get(KEYS).json().at("/items/0")).isEqualTo(reply.json());
        assertThat(plane.bean(SshKeys.class).listFor(idOf(ann)))
                .extracting(SshKey::publicKey)
                .containsExactly(line);
    }

    @Test
    void keysAreListedNewestFirstInPages() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.addFirst(added(ann).substring(KEYS.length() + 1));
        }
        Reply first = ann.get(KEYS + "?limit=2");
        Reply second = ann.get(KEYS + "?limit=2&cursor=" + first.text("next_cursor"));
        assertThat(second.text("next_cursor")).isEmpty();
        assertThat(Stream.of(first, second)
                        .flatMap(page -> page.json().path("items").valueStream())
                        .map(item -> item.path("id").asString()))
                .containsExactlyElementsOf(ids);
    }

    @Test
    void aKeyOfSomebodyElseLooksLikeNone() {
        String key = added(ann);
        ApiClient bob = user();
        String missing = KEYS + "/" + UUID.randomUUID();
        for (String path : List.of(key, missing)) {
            Reply seen = bob.get(path);
            isProblem(seen, 404, "not_found");
            assertThat(seen.text("detail")).isEqualTo("There is no such SSH key.");
            isProblem(bob.put(path, "{\"name\":\"mine\"}"), 404, "not_found");
            isProblem(bob.delete(path), 404, "not_found");
            isProblem(plane.admin().get(path), 404, "not_found");
        }
        assertThat(bob.get(KEYS).json().path("items")).isEmpty();
        assertThat(ann.get(key).text("name")).isEqualTo("laptop");
    }

    @Test
    void aKeyCanBeRenamed() {
        String key = added(ann);
        assertThat(ann.put(key, "{\"name\":\" desk \"}").text("name")).isEqualTo("desk");
        assertThat(ann.get(key).text("name")).isEqualTo("desk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u2003", "a\u0000b", "a\nb", "a\u202eb", "a\u00a0b"})
    void namesCanBeReadByPeople(String name) {
        String renamed = JsonMapper.shared().writeValueAsString(new RenameSshKey(name));
        isProblem(ann.put(added(ann), renamed), 400, "request_invalid");
        isProblem(ann.post(KEYS, body(name, SshKeySamples.ed25519())), 400, "request_invalid");
    }

    @Test
    void aRemovedKeyIsGoneAndCanBeUsedAgain() {
        String line = SshKeySamples.ed25519();
        String key = KEYS + "/" + add(ann, line).text("id");
        assertThat(ann.delete(key).text("public_key")).isEqualTo(line);
        isProblem(ann.get(key), 404, "not_found");
        isProblem(ann.delete(key), 404, "not_found");
        assertThat(add(user(), line).status()).isEqualTo(201);
    }

    @Test
    void aRepeatedRequestActsOnce() {
        String body = body("laptop", SshKeySamples.ed25519());
        Reply first = ann.post(KEYS, body, "same-key");
        Reply again = ann.post(KEYS, body, "same-key");
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        isProblem(ann.send("POST", KEYS, body), 400, "idempotency_key_required");
        String key = KEYS + "/" + first.text("id");
        Reply removed = ann.send("DELETE", key, null, "Idempotency-Key", "removal");
        assertThat(ann.send("DELETE", key, null, "Idempotency-Key", "removal").json())
                .isEqualTo(removed.json());
    }

    @Test
    void aKeyIsThereOnceAndWhoseItIsIsNotTold() {
        String line = SshKeySamples.ed25519();
        assertThat(add(ann, line).status()).isEqualTo(201);
        Reply own = add(ann, line + " another comment");
        isProblem(own, 409, "ssh_key_taken");
        assertThat(own.text("detail")).contains("You already have this key, under the name 'laptop'");
        Reply foreign = add(user(), line);
        isProblem(foreign, 409, "ssh_key_taken");
        assertThat(foreign.body())
                .doesNotContain("laptop")
                .doesNotContain(idOf(ann).toString());
    }

    @Test
    void theSameKeyAddedByManyAtOnceIsOnePersons() throws Exception {
        String line = SshKeySamples.ed25519();
        List<ApiClient> users = Stream.generate(this::user).limit(8).toList();
        assertThat(atOnce(users.stream()
                        .map(user -> (Attempt) () -> add(user, line))
                        .toList()))
                .containsOnlyOnce(201)
                .containsOnly(201, 409);
    }

    @Test
    void noMoreKeysThanThePolicyAllowsEvenAtOnce() throws Exception {
        List<Attempt> attempts = Stream.generate(() -> (Attempt) () -> add(ann, SshKeySamples.ed25519()))
                .limit(KEYS_MAX + 8L)
                .toList();
        List<Integer> statuses = atOnce(attempts);
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(KEYS_MAX);
        Reply oneMore = add(ann, SshKeySamples.ed25519());
        isProblem(oneMore, 409, "ssh_key_limit_reached");
        assertThat(oneMore.text("detail")).contains("at most 20");
        assertThat(plane.bean(SshKeys.class).listFor(idOf(ann))).hasSize(KEYS_MAX);
        assertThat(add(user(), SshKeySamples.ed25519()).status()).isEqualTo(201);
    }

    private interface Attempt {
        Reply make();
    }

    private static List<Integer> atOnce(List<Attempt> attempts) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> running = attempts.stream()
                    .map(attempt -> threads.submit(() -> attempt.make().status()))
                    .toList();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> one : running) {
                statuses.add(one.get());
            }
            return statuses;
        }
    }

    @Test
    void anInvalidKeyIsRefusedWithTheReasonAndNotStored() {
        Reply weak = add(ann, "ssh-dss AAAA");
        isProblem(weak, 422, "ssh_key_refused");
        assertThat(weak.text("detail")).contains("DSA keys are weak");
        isProblem(ann.post(KEYS, body("n", "x".repeat(16385))), 400, "request_invalid");
        isProblem(ann.post(KEYS, "{\"name\":\"n\"}"), 400, "request_invalid");
        isProblem(ann.get(KEYS + "/not-an-id"), 400, "request_invalid");
        assertThat(ann.get(KEYS).json().path("items")).isEmpty();
    }

    @Test
    void aPrivateKeyPastedByMistakeIsNeitherRepeatedNorKept() {
        String secret = "c2VjcmV0" + UUID.randomUUID().toString().replace("-", "");
        String pasted = "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n" + secret + "\n";
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        root.addAppender(logged);
        try {
            Reply reply = add(ann, pasted);
            isProblem(reply, 422, "ssh_key_private");
            assertThat(reply.body()).doesNotContain(secret);
            // With the line ends as they are, the body is no JSON.
            Reply raw = ann.post(KEYS, "{\"name\":\"n\",\"public_key\":\"" + pasted + "\"}");
            isProblem(raw, 400, "request_malformed");
            assertThat(raw.body()).doesNotContain(secret);
            Reply wrongField = ann.post(KEYS, "{\"name\":\"n\",\"" + secret + "\":1}");
            isProblem(wrongField, 400, "request_invalid");
        } finally {
            root.detachAppender(logged);
        }
        assertThat(logged.list).allSatisfy(line -> {
            assertThat(line.getFormattedMessage()).doesNotContain(secret);
            assertThat(String.valueOf(ThrowableProxyUtil.asString(line.getThrowableProxy())))
                    .doesNotContain(secret);
        });
        String actor = idOf(ann).toString();
        assertThat(plane.database().count("SELECT count(*) FROM audit.event e WHERE e::text LIKE '%" + secret + "%'"))
                .isZero();
        assertThat(
                        plane.database()
                                .count(
                                        "SELECT count(*) FROM audit.event WHERE actor_id = '" + actor
                                                + "' AND action = 'ssh_key.add' AND outcome = 'refused' AND error_code = 'ssh_key_private'"))
                .isEqualTo(1);
    }

    @Test
    void addingRenamingAndRemovingAreAudited() {
        String key = added(ann);
        String target = "ssh_key:" + key.substring(KEYS.length() + 1);
        ann.put(key, "{\"name\":\"desk\"}");
        ann.delete(key);
        Reply trail = plane.admin().get("/api/v1/audit-events?target=" + target);
        assertThat(trail.json()
                        .path("items")
                        .valueStream()
                        .map(row -> row.path("action").asString() + " "
                                + row.path("outcome").asString() + " "
                                + row.path("actor_id").asString()))
                .containsExactly(
                        "ssh_key.remove succeeded " + idOf(ann),
                        "ssh_key.rename succeeded " + idOf(ann),
                        "ssh_key.add succeeded " + idOf(ann));
    }
}
