package io.gpuaas.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.events.PublishedEventCheck;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.events.AppChanged;
import io.gpuaas.events.AppRequestChanged;
import io.gpuaas.events.AppSuspensionChanged;
import io.gpuaas.events.AppVersionChanged;
import io.gpuaas.events.ProjectEntitlementChanged;
import io.gpuaas.events.TenantEntitlementChanged;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Apps on their way from a publisher to the projects of other tenants, by public operations only. */
@Against("PostgreSQL")
class CatalogueTest {

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,outbox-relay,registry", "gpuaas.registry.port", "0"),
                TestClock.Running.class);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @Test
    void anAppGoesFromItsPublisherToAMemberOfAnotherTenant() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String digest = world.publishImage(app, "1.0.0");
        String manifest = CatalogueWorld.manifest(app, "1.0.0", digest)
                .replace("paths: [\"/*\"]", "paths: [\"/*\"], public_paths: [/health]");

        // The publisher.
        Reply draft = world.create(manifest);
        assertThat(draft.status()).as(draft.body()).isEqualTo(201);
        assertThat(draft.text("state")).isEqualTo("draft");
        assertThat(draft.text("digest")).startsWith("sha256:");
        assertThat(draft.json().at("/artifacts/0/digest").asString()).isEqualTo(digest);
        assertThat(draft.json().at("/findings/0/code").asString()).isEqualTo("public_path");
        assertThat(world.publisher
                        .get(world.versionPath(app, "1.0.0"))
                        .json()
                        .path("manifest")
                        .asString())
                .contains("\"public_paths\":[\"/health\"]");
        world.makePublic(app);
        assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}")
                        .text("code"))
                .isEqualTo("app_review_needed");
        assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");

        // The reviewer.
        ApiClient reviewer = world.reviewer();
        String review = CatalogueWorld.review(app, "1.0.0");
        assertThat(names(reviewer.get("/api/v1/app-reviews?limit=200"))).contains(app);
        assertThat(reviewer.post(review + "/decide", CatalogueWorld.decision("approve"))
                        .text("code"))
                .as("a review begins before it ends")
                .isEqualTo("app_version_state");
        Reply started = reviewer.post(review + "/start", null);
        assertThat(started.json().at("/version/state").asString()).isEqualTo("in_review");
        String point = started.json().at("/points/0/id").asString();
        assertThat(point).isEqualTo("public_path:/routes/api/public_paths");
        String read = started.json().at("/version/digest").asString();
        Reply incomplete = reviewer.post(review + "/decide", CatalogueWorld.approval(read));
        assertThat(incomplete.status()).isEqualTo(422);
        assertThat(incomplete.text("code")).isEqualTo("app_review_incomplete");
        Reply approved = reviewer.post(review + "/decide", CatalogueWorld.approval(read, point));
        assertThat(approved.text("state")).as(approved.body()).isEqualTo("approved");
        assertThat(world.create(manifest.replace("title: Notebook", "title: Other"))
                        .text("code"))
                .as("an approved version never changes")
                .isEqualTo("app_version_exists");
        assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}")
                        .text("state"))
                .isEqualTo("published");

        // A member of another tenant, and its administrator.
        String tenant = plane.admin().createTenant();
        String project = plane.admin().createProject(tenant);
        ApiClient admin = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant));
        ApiClient member = plane.client(plane.principals().inProject(Role.PROJECT_MEMBER, tenant, project));
        String apps = "/api/v1/projects/" + project + "/apps";
        JsonNode listed = only(member.get(apps + "?search=NOTEbook&category=notebooks&limit=200"), app);
        assertThat(listed.path("access").asString()).isEqualTo("available");
        assertThat(listed.path("own").asBoolean()).isFalse();
        assertThat(listed.at("/channels/0/version").asString()).isEqualTo("1.0.0");
        assertThat(names(member.get(apps + "?enabled=true"))).isEmpty();
        Reply refused = member.get(apps + "/" + app + "/entitlement");
        assertThat(refused.text("reason")).isEqualTo("not_enabled_for_project");
        assertThat(refused.text("changed_by")).isEqualTo("tenant_admin");
        String ask = "{\"app\":\"" + app + "\",\"message\":\"For the course.\"}";
        Reply request = member.post("/api/v1/projects/" + project + "/app-requests", ask);
        assertThat(request.status()).as(request.body()).isEqualTo(201);
        assertThat(member.post("/api/v1/projects/" + project + "/app-requests", ask)
                        .text("id"))
                .isEqualTo(request.text("id"));
        assertThat(member.get(apps + "/" + app).text("access")).isEqualTo("requested");
        String requests = "/api/v1/tenants/" + tenant + "/app-requests";
        assertThat(names(admin.get(requests + "?state=open"))).containsExactly(app);
        String decide = requests + "/" + request.text("id") + "/decide";
        assertThat(member.post(decide, "{\"approve\":true}").status()).isEqualTo(403);
        assertThat(admin.post(decide, "{\"approve\":true}").text("state")).isEqualTo("approved");
        assertThat(admin.post(decide, "{\"approve\":true}").status()).isEqualTo(200);
        assertThat(admin.post(decide, "{\"approve\":false}").text("code")).isEqualTo("app_request_decided");
        assertThat(names(member.get(apps + "?enabled=true"))).containsExactly(app);
        assertThat(names(member.get(apps + "?enabled=false&limit=200"))).doesNotContain(app);
        Reply allowed = member.get(apps + "/" + app + "/entitlement");
        assertThat(allowed.json().path("allowed").asBoolean())
                .as(allowed.body())
                .isTrue();
        JsonNode seen = member.get(apps + "/" + app + "/versions/1.0.0").json();
        assertThat(seen.has("created_by")).as("the publisher's people").isFalse();
        assertThat(seen.has("decision")).isFalse();

        // The next version.
        String next = world.publishImage(app, "1.1.0");
        assertThat(world.create(CatalogueWorld.manifest(app, "1.1.0", next)
                                .replace("summary: A notebook in the browser.", "summary: A better notebook."))
                        .status())
                .isEqualTo(201);
        assertThat(member.get(apps + "/" + app + "/versions/1.1.0").status()).isEqualTo(404);
        assertThat(names(member.get(apps + "/" + app + "/versions"))).containsExactly(app);
        JsonNode changes = world.publisher
                .get(world.versionPath(app, "1.1.0") + "/changes")
                .json();
        assertThat(changes.path("compared_with").asString()).isEqualTo("1.0.0");
        assertThat(changes.path("changes").values().stream()
                        .map(one -> one.path("area").asString() + " "
                                + one.path("pointer").asString())
                        .toList())
                .containsExactly(
                        "permissions /routes/api/public_paths",
                        "artifacts /artifacts/main/digest",
                        "other /summary",
                        "other /version");
        assertThat(world.act(
                                app,
                                "1.0.0",
                                "deprecate",
                                "{\"message\":\"Too old.\",\"sunset_at\":\"2100-01-01T00:00:00Z\"}")
                        .text("state"))
                .isEqualTo("deprecated");
        assertThat(member.get(apps + "/" + app + "/versions/1.0.0")
                        .json()
                        .at("/deprecation/message")
                        .asString())
                .isEqualTo("Too old.");

        await().until(() -> PublishedEventCheck.SEEN.containsAll(Set.of(
                AppChanged.TYPE, AppVersionChanged.TYPE, AppRequestChanged.TYPE, ProjectEntitlementChanged.TYPE)));
        assertThat(PublishedEventCheck.FAULTS).isEmpty();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action LIKE 'app\\_%' AND tenant_id = '"
                                + world.tenant + "'"))
                .isGreaterThanOrEqualTo(6);
    }

    @Test
    void aManifestNamesArtifactsOfItsOwnAppOnly() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String other = world.publishImage(world.namespace + "/other", "1.0.0");
        String app = world.namespace + "/notebook";
        Reply refused = world.create(CatalogueWorld.manifest(app, "1.0.0", other));
        assertRefused(refused, "/artifacts/main/digest", "artifact_unknown");
        assertThat(world.publisher
                        .get("/api/v1/projects/" + world.project + "/apps/" + app)
                        .status())
                .as("nothing is left behind")
                .isEqualTo(404);
        CatalogueWorld stranger = new CatalogueWorld(plane);
        String digest = world.publishImage(app, "1.0.0");
        assertRefused(
                stranger.create(CatalogueWorld.manifest(stranger.namespace + "/notebook", "1.0.0", digest)),
                "/artifacts/main/digest",
                "artifact_unknown");
        assertRefused(stranger.create(CatalogueWorld.manifest(app, "1.0.0", digest)), "/app", "unknown_reference");
        String ofOtherKind = CatalogueWorld.manifest(app, "1.0.0", digest)
                .replace("artifacts:\n", "artifacts:\n  tools: { kind: archive, digest: \"" + digest + "\" }\n");
        assertRefused(world.create(ofOtherKind), "/artifacts/tools/digest", "artifact_unknown");
    }

    /** A change of a good manifest, and the code and pointer of its refusal. */
    private record Injection(String before, String after, String pointer, String code) {}

    @Test
    void injectionsAreRefusedWithTheCodesOfLint() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String good = CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0"));
        List<Injection> injections = List.of(
                new Injection(
                        "HF_HOME: /data/hf",
                        "LD_PRELOAD: /x.so",
                        "/workload/environment/LD_PRELOAD",
                        "forbidden_variable"),
                new Injection("target: /data", "target: /../../etc", "/workload/volumes/0/target", "forbidden_target"),
                new Injection("target: /data", "target: /proc/self", "/workload/volumes/0/target", "forbidden_target"),
                new Injection(
                        "^[A-Za-z0-9._/-]+$", "^(a+)+(?=b)$", "/parameters/properties/model/pattern", "schema_pattern"),
                new Injection(
                        "minimum: 512,",
                        "$ref: \"#/properties/max_len\",",
                        "/parameters/properties/max_len/$ref",
                        "schema_reference"),
                new Injection(
                        "${parameters.model}",
                        "${parameters.${parameters.model}}",
                        "/workload/arguments/1",
                        "substitution_name"),
                new Injection("${parameters.model}", "$(id) ${env.HOME}", "/workload/arguments/1", "substitution_name"),
                new Injection("title: Notebook", "title: \"Note\\u0000book\"", "/title", "hidden_characters"),
                new Injection("title: Notebook", "title: \"Note\\u202ebook\"", "/title", "hidden_characters"),
                new Injection("title: Notebook", "title: Notebook\ntitle: Other", "/title", "duplicate_key"),
                new Injection("title: Notebook", "title: Notebook\nprivileged: true", "/privileged", "unknown_field"),
                new Injection("title: Notebook", "title: &a Notebook", "/title", "yaml_feature"));
        for (Injection injection : injections) {
            assertThat(good).contains(injection.before());
            assertRefused(
                    world.create(good.replace(injection.before(), injection.after())),
                    injection.pointer(),
                    injection.code());
        }
        assertThat(world.create(good + "# " + "x".repeat(262_144)).status()).isIn(400, 422);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM catalogue.app WHERE namespace = '" + world.namespace + "'"))
                .isZero();
        // An argument is text: what a shell would act on stays as it is, one element.
        Reply literal = world.create(good.replace("\"--model\"", "\"$(id); reboot --privileged\""));
        assertThat(literal.status()).as(literal.body()).isEqualTo(201);
        assertThat(world.publisher.get(world.versionPath(app, "1.0.0")).text("manifest"))
                .contains("\"arguments\":[\"$(id); reboot --privileged\",\"${parameters.model}\"]");
    }

    private static void assertRefused(Reply reply, String pointer, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        assertThat(reply.text("code")).isEqualTo("app_manifest_refused");
        assertThat(reply.json().path("violations").values())
                .as(pointer + " " + code)
                .anySatisfy(one -> {
                    assertThat(one.path("field").asString()).isEqualTo(pointer);
                    assertThat(one.path("message").asString()).startsWith(code + ": ");
                });
    }

    @Test
    void anApprovalNamesTheContentThatWasRead() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.submitted("notebook");
        String review = CatalogueWorld.review(app, "1.0.0");
        ApiClient reviewer = world.reviewer();
        Reply started = reviewer.post(review + "/start", null);
        String read = started.json().at("/version/digest").asString();
        assertThat(world.act(app, "1.0.0", "withdraw", null).text("state")).isEqualTo("draft");
        String other = world.publisher
                .get(world.versionPath(app, "1.0.0"))
                .text("manifest")
                .replace("A notebook in the browser.", "Another one.");
        Reply replaced = world.create(other);
        assertThat(replaced.status()).as(replaced.body()).isEqualTo(201);
        assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        assertThat(reviewer.post(review + "/start", null).status()).isEqualTo(200);
        Reply outdated = reviewer.post(review + "/decide", CatalogueWorld.approval(read));
        assertThat(outdated.status()).isEqualTo(409);
        assertThat(outdated.text("code")).isEqualTo("app_review_outdated");
        assertThat(reviewer.post(review + "/decide", CatalogueWorld.decision("approve"))
                        .text("code"))
                .as("an approval without a digest")
                .isEqualTo("app_review_incomplete");
        Reply approved = reviewer.post(review + "/decide", CatalogueWorld.approval(replaced.text("digest")));
        assertThat(approved.text("state")).as(approved.body()).isEqualTo("approved");
        assertThat(approved.json().at("/decision/digest").asString()).isEqualTo(replaced.text("digest"));
        assertThat(reviewer.post(review + "/decide", CatalogueWorld.approval(read))
                        .text("code"))
                .as("a repeat with another digest is no repeat")
                .isEqualTo("app_version_state");
    }

    /** An operator acts in the tenant without a role in it: the draft is replaced by the publisher, the work stays theirs. */
    @Test
    void nobodyReviewsAVersionThatTheyWorkedOn() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String manifest = CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0"));
        assertThat(world.create(manifest).status()).isEqualTo(201);
        ApiClient operator = plane.client(plane.principals().onPlatform(Role.PLATFORM_ADMIN));
        assertThat(world.create(operator, manifest.replace("title: Notebook", "title: Other"))
                        .status())
                .isEqualTo(201);
        assertThat(world.create(manifest.replace("title: Notebook", "title: Third"))
                        .status())
                .isEqualTo(201);
        assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        Reply refused = operator.post(CatalogueWorld.review(app, "1.0.0") + "/start", null);
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        assertThat(refused.text("detail")).contains("You worked on this version");
        assertThat(world.reviewer()
                        .post(CatalogueWorld.review(app, "1.0.0") + "/start", null)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void nobodyReviewsTheWorkOfTheirServiceAccount() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String manifest = CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0"));
        ApiClient maker = plane.client(plane.principals().onPlatform(Role.PLATFORM_ADMIN));
        ApiClient keyHolder = plane.client(plane.principals().onPlatform(Role.PLATFORM_ADMIN));
        String accounts = "/api/v1/projects/" + world.project + "/service-accounts";
        Reply account = maker.post(accounts, "{\"name\":\"builder\",\"scopes\":[\"apps.publish\",\"apps.read\"]}");
        assertThat(account.status()).as(account.body()).isEqualTo(201);
        Reply key = keyHolder.post(accounts + "/" + account.text("id") + "/keys", "{\"kind\":\"secret\"}");
        assertThat(key.status()).as(key.body()).isEqualTo(201);
        Reply minted = maker.post(
                "/api/v1/token",
                "{\"key_id\":\"" + key.json().at("/key/id").asString() + "\",\"secret\":\"" + key.text("secret")
                        + "\"}");
        assertThat(minted.status()).as(minted.body()).isIn(200, 201);
        ApiClient machine = plane.client(minted.text("access_token"));
        assertThat(world.create(machine, manifest).status()).isEqualTo(201);
        assertThat(maker.delete(accounts + "/" + account.text("id")).status())
                .as("nor after the account is gone")
                .isEqualTo(200);
        assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        for (ApiClient person : List.of(maker, keyHolder)) {
            assertThat(person.post(CatalogueWorld.review(app, "1.0.0") + "/start", null)
                            .text("code"))
                    .isEqualTo("app_review_own_tenant");
        }
    }

    /** The version names an image whose digest an operator withholds under another name. */
    @Test
    void aVersionIsNotSubmittedWhileAnImageOfItsIndexIsWithheld() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        assertThat(world.create(CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0")))
                        .status())
                .isEqualTo(201);
        String child = "sha256:" + UUID.randomUUID().toString().replace("-", "").repeat(2);
        plane.database()
                .execute("INSERT INTO artifacts.artifact_manifest (artifact_id, digest) SELECT id, '" + child
                        + "' FROM artifacts.artifact WHERE app = '" + app + "'");
        plane.database()
                .execute("INSERT INTO artifacts.withheld_digest (digest, cause, kind, reason, since, by_id) VALUES ('"
                        + child + "', '" + child + "', 'revoked', 'r', now(), 'x')");
        assertRefused(world.act(app, "1.0.0", "submit", null), "/artifacts/main", "artifact_untrusted");
    }

    @Test
    void nobodyReviewsTheVersionsOfTheirOwnTenant() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.submitted("notebook");
        var insider = plane.principals().personOnPlatform(Role.PLATFORM_ADMIN);
        ApiClient caller = plane.client(insider.token());
        Reply joined = plane.admin()
                .put("/api/v1/projects/" + world.project + "/members/" + insider.id(), "{\"role\":\"project_viewer\"}");
        assertThat(joined.status()).as(joined.body()).isEqualTo(200);
        for (String act : List.of("/start", "/decide")) {
            Reply refused = caller.post(
                    CatalogueWorld.review(app, "1.0.0") + act,
                    act.equals("/start") ? null : CatalogueWorld.decision("approve"));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("code")).isEqualTo("app_review_own_tenant");
        }
        assertThat(world.publisher
                        .post(CatalogueWorld.review(app, "1.0.0") + "/start", null)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void oneOfTwoReviewersAtOnceGetsTheVersion() throws Exception {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.submitted("notebook");
        String review = CatalogueWorld.review(app, "1.0.0");
        List<ApiClient> reviewers = List.of(world.reviewer(), world.reviewer());
        List<Integer> starts = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Callable<Integer>> both = reviewers.stream()
                    .<Callable<Integer>>map(
                            one -> () -> one.post(review + "/start", null).status())
                    .toList();
            for (Future<Integer> one : pool.invokeAll(both)) {
                starts.add(one.get());
            }
        }
        assertThat(starts).containsExactlyInAnyOrder(200, 409);
        ApiClient first = reviewers.get(starts.indexOf(200));
        ApiClient second = reviewers.get(starts.indexOf(409));
        assertThat(second.post(review + "/decide", CatalogueWorld.decision("approve"))
                        .text("code"))
                .isEqualTo("app_review_taken");
        assertThat(first.post(review + "/start", null).status())
                .as("starting again is starting once")
                .isEqualTo(200);
        plane.bean(MovableClock.class).forward(Duration.ofHours(25));
        ApiClient third = world.reviewer();
        assertThat(third.post(review + "/start", null).status()).isEqualTo(200);
        assertThat(first.post(review + "/decide", CatalogueWorld.decision("approve"))
                        .text("code"))
                .isEqualTo("app_review_taken");
        assertThat(third.post(review + "/decide", CatalogueWorld.decision("request_changes"))
                        .text("state"))
                .isEqualTo("changes_requested");
        assertThat(third.post(review + "/decide", CatalogueWorld.decision("request_changes"))
                        .status())
                .as("a repeat changes nothing")
                .isEqualTo(200);
        assertThat(third.post(review + "/decide", CatalogueWorld.decision("approve"))
                        .text("code"))
                .isEqualTo("app_version_state");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM catalogue.review r JOIN catalogue.app_version v ON v.id ="
                                + " r.version_id WHERE v.app = '" + app + "'"))
                .isEqualTo(1);
    }

    @Test
    void aPublisherSuspendedDuringAReviewGetsNothingApproved() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.submitted("notebook");
        String review = CatalogueWorld.review(app, "1.0.0");
        ApiClient reviewer = world.reviewer();
        assertThat(reviewer.post(review + "/start", null).status()).isEqualTo(200);
        ApiClient operator = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        Reply suspension = operator.post(
                "/api/v1/app-suspensions", "{\"namespace\":\"" + world.namespace + "\",\"reason\":\"Malware.\"}");
        assertThat(suspension.status()).as(suspension.body()).isEqualTo(201);
        Reply refused = reviewer.post(review + "/decide", CatalogueWorld.decision("approve"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("app_suspended");
        assertThat(refused.text("detail")).contains("Malware.");
        assertThat(world.act(app, "1.0.0", "withdraw", null).text("state")).isEqualTo("draft");
        assertThat(world.act(app, "1.0.0", "submit", null).text("code")).isEqualTo("app_suspended");
        assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"edge\"}").text("code"))
                .as("not even within the tenant")
                .isEqualTo("app_suspended");
        String lift = "/api/v1/app-suspensions/" + suspension.text("id") + "/lift";
        assertThat(operator.post(lift, "{\"reason\":\"r\"}").text("code")).isEqualTo("suspension_lifted_by_suspender");
        ApiClient second = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        assertThat(second.post(lift, "{\"reason\":\"A false alarm.\"}").status())
                .isEqualTo(200);
        assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        await().until(() -> PublishedEventCheck.SEEN.contains(AppSuspensionChanged.TYPE));
    }

    @Test
    void whatIsSuspendedIsNeitherOfferedNorUsed() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.published("notebook");
        String tenant = plane.admin().createTenant();
        String project = plane.admin().createProject(tenant);
        ApiClient admin = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant));
        String path = "/api/v1/projects/" + project + "/apps/" + app;
        assertThat(admin.put(path + "/entitlement", "{\"versions\":\"*\"}").status())
                .isEqualTo(200);
        ApiClient operator = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        operator.post(
                "/api/v1/app-suspensions",
                "{\"namespace\":\"" + world.namespace
                        + "\",\"app_name\":\"notebook\",\"reason\":\"Under investigation.\"}");
        assertThat(names(admin.get("/api/v1/projects/" + project + "/apps?limit=200")))
                .doesNotContain(app);
        assertThat(admin.get(path).json().path("suspended").asBoolean()).isTrue();
        Reply decision = admin.get(path + "/entitlement");
        assertThat(decision.text("reason")).isEqualTo("version_suspended");
        assertThat(decision.text("changed_by")).isEqualTo("operator");
    }

    @Test
    void anotherTenantFindsNothingOfAPrivateApp() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.submitted("notebook");
        CatalogueWorld stranger = new CatalogueWorld(plane);
        String theirs = "/api/v1/projects/" + stranger.project + "/apps/" + app;
        for (String path : List.of("", "/versions", "/versions/1.0.0", "/versions/1.0.0/changes", "/entitlement")) {
            assertThat(stranger.publisher.get(theirs + path).status()).as(path).isEqualTo(404);
            assertThat(stranger.publisher
                            .get("/api/v1/projects/" + world.project + "/apps/" + app + path)
                            .status())
                    .as(path)
                    .isEqualTo(404);
        }
        for (String act : List.of("submit", "withdraw")) {
            assertThat(stranger.publisher
                            .post(theirs + "/versions/1.0.0/" + act, null)
                            .status())
                    .isEqualTo(404);
        }
        assertThat(stranger.publisher
                        .post(theirs + "/versions/1.0.0/publish", "{\"channel\":\"stable\"}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.publisher
                        .put(theirs, "{\"visibility\":\"public\",\"categories\":[]}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.publisher
                        .post(
                                "/api/v1/projects/" + stranger.project + "/app-requests",
                                "{\"app\":\"" + app + "\",\"message\":\"m\"}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.create(
                                stranger.publisher, CatalogueWorld.manifest(app, "1.0.0", "sha256:" + "0".repeat(64)))
                        .status())
                .isEqualTo(422);
        // Public, but no version of it was reviewed: still hidden.
        world.makePublic(app);
        assertThat(stranger.publisher.get(theirs).status()).isEqualTo(404);
    }

    @Test
    void aVersionPublishedWithinTheTenantStaysThere() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        assertThat(world.create(CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0")))
                        .status())
                .isEqualTo(201);
        Reply published = world.act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}");
        assertThat(published.text("state")).as(published.body()).isEqualTo("published");
        assertThat(published.json().path("reviewed").asBoolean()).isFalse();
        world.makePublic(app);
        CatalogueWorld stranger = new CatalogueWorld(plane);
        assertThat(stranger.publisher
                        .get("/api/v1/projects/" + stranger.project + "/apps/" + app)
                        .status())
                .isEqualTo(404);
        assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"edge\"}").text("code"))
                .isEqualTo("app_review_needed");
    }

    @Test
    void repeatsChangeNothing() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String manifest = CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0"));
        String key = UUID.randomUUID().toString();
        String path = "/api/v1/projects/" + world.project + "/app-versions";
        Reply first = world.publisher.post(path, CatalogueWorld.body(manifest), key);
        assertThat(world.publisher
                        .post(path, CatalogueWorld.body(manifest), key)
                        .text("id"))
                .isEqualTo(first.text("id"));
        assertThat(world.create(manifest).text("id")).isEqualTo(first.text("id"));
        Reply replaced = world.create(manifest.replace("title: Notebook", "title: Other"));
        assertThat(replaced.text("id")).isEqualTo(first.text("id"));
        assertThat(replaced.text("digest")).isNotEqualTo(first.text("digest"));
        for (int i = 0; i < 2; i++) {
            assertThat(world.act(app, "1.0.0", "submit", null).text("state")).isEqualTo("submitted");
        }
        assertThat(world.create(manifest).text("code")).isEqualTo("app_version_exists");
        for (int i = 0; i < 2; i++) {
            assertThat(world.act(app, "1.0.0", "withdraw", null).text("state")).isEqualTo("draft");
        }
        for (int i = 0; i < 2; i++) {
            assertThat(world.act(app, "1.0.0", "publish", "{\"channel\":\"stable\"}")
                            .text("state"))
                    .isEqualTo("published");
        }
        assertThat(plane.database().count("SELECT count(*) FROM catalogue.app_version WHERE app = '" + app + "'"))
                .isEqualTo(1);
    }

    @Test
    void aVersionWithoutTestsOrWithARevokedArtifactIsNotSubmitted() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.namespace + "/notebook";
        String manifest = CatalogueWorld.manifest(app, "1.0.0", world.publishImage(app, "1.0.0"));
        assertThat(world.create(manifest.substring(0, manifest.indexOf("tests:")))
                        .status())
                .isEqualTo(201);
        assertRefused(world.act(app, "1.0.0", "submit", null), "/tests", "missing_field");
        assertThat(world.create(manifest).status()).isEqualTo(201);
        plane.database()
                .execute("INSERT INTO artifacts.withheld_digest (digest, cause, kind, reason, since, by_id)"
                        + " SELECT digest, 'test', 'quarantined', 'r', now(), 'x' FROM artifacts.artifact WHERE app = '"
                        + app + "'");
        assertRefused(world.act(app, "1.0.0", "submit", null), "/artifacts/main", "artifact_untrusted");
        plane.database().execute("DELETE FROM artifacts.withheld_digest WHERE cause = 'test'");
        plane.database().execute("UPDATE artifacts.artifact SET trust = 'revoked' WHERE app = '" + app + "'");
        assertRefused(world.act(app, "1.0.0", "submit", null), "/artifacts/main", "artifact_untrusted");
    }

    @Test
    void tenThousandVersionsAreListedByKey() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.published("notebook");
        plane.database().execute("""
                INSERT INTO catalogue.app_version (id, app_id, app, tenant_id, project_id, version, state, digest, manifest,
                    profile, title, summary, findings, created_at, created_by, approved_at, published_at)
                SELECT gen_random_uuid(), v.app_id, v.app, v.tenant_id, v.project_id, '2.0.' || i,
                    CASE WHEN mod(i, 2) = 0 THEN 'published' ELSE 'draft' END, v.digest, v.manifest, v.profile, v.title, v.summary,
                    v.findings, now(), 'x', CASE WHEN mod(i, 2) = 0 THEN now() END, CASE WHEN mod(i, 2) = 0 THEN now() END
                FROM catalogue.app_version v, generate_series(1, 9999) AS i WHERE v.app = '%s'""".formatted(app));
        assertThat(countVersions(world.publisher, world.project, app)).isEqualTo(10_000);
        String tenant = plane.admin().createTenant();
        String project = plane.admin().createProject(tenant);
        ApiClient stranger = plane.client(plane.principals().inProject(Role.PROJECT_VIEWER, tenant, project));
        assertThat(countVersions(stranger, project, app)).isEqualTo(5_000);
    }

    private static int countVersions(ApiClient caller, String project, String app) {
        int seen = 0;
        String cursor = "";
        do {
            JsonNode page = caller.get("/api/v1/projects/" + project + "/apps/" + app + "/versions?limit=200"
                            + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                    .json();
            seen += page.path("items").size();
            cursor = page.path("next_cursor").asString("");
        } while (!cursor.isEmpty());
        return seen;
    }

    @Test
    void everyLevelNarrowsAndSaysWhoCanChangeIt() {
        CatalogueWorld world = new CatalogueWorld(plane);
        String app = world.published("notebook");
        String tenant = plane.admin().createTenant();
        String project = plane.admin().createProject(tenant);
        ApiClient admin = plane.client(plane.principals().inTenant(Role.TENANT_ADMIN, tenant));
        ApiClient member = plane.client(plane.principals().inProject(Role.PROJECT_MEMBER, tenant, project));
        ApiClient operator = plane.client(plane.principals().onPlatform(Role.OPERATOR));
        String entitlement = "/api/v1/projects/" + project + "/apps/" + app + "/entitlement";
        String grant = "/api/v1/tenants/" + tenant + "/app-entitlements/" + app;

        Reply enabled = admin.put(
                entitlement,
                "{\"versions\":\">=1 <2\",\"instances_max\":2,\"roles\":[\"project_member\"],"
                        + "\"overlay\":\"{\\\"properties\\\":{\\\"max_len\\\":{\\\"const\\\":4096}}}\"}");
        assertThat(enabled.status()).as(enabled.body()).isEqualTo(200);
        JsonNode allowed = member.get(entitlement).json();
        assertThat(allowed.path("allowed").asBoolean()).isTrue();
        assertThat(allowed.path("instances_max").asInt()).isEqualTo(2);
        assertThat(allowed.at("/locked_parameters/0/name").asString()).isEqualTo("max_len");
        assertThat(allowed.at("/locked_parameters/0/value").asString()).isEqualTo("4096");
        assertDecision(admin, entitlement, "role_may_not_deploy", "tenant_admin");

        for (String overlay : List.of(
                "{\\\"properties\\\":{\\\"nothing\\\":{\\\"maximum\\\":1}}}",
                "{\\\"properties\\\":{\\\"model\\\":{\\\"pattern\\\":\\\"(a+)+(?=b)\\\"}}}",
                "{\\\"properties\\\":{\\\"model\\\":{\\\"$ref\\\":\\\"#/properties/model\\\"}}}",
                "{\\\"a\\\":1,\\\"a\\\":2}",
                "[]")) {
            assertThat(admin.put(entitlement, "{\"versions\":\"*\",\"overlay\":\"" + overlay + "\"}")
                            .status())
                    .as(overlay)
                    .isEqualTo(400);
        }
        assertThat(admin.put(entitlement, "{\"versions\":\">=\"}").status()).isEqualTo(400);

        admin.put(entitlement, "{\"versions\":\">=2\"}");
        assertDecision(member, entitlement, "version_outside_tenant_range", "tenant_admin");
        operator.put(grant, "{\"granted\":true,\"versions\":\">=3\"}");
        assertDecision(member, entitlement, "version_outside_platform_range", "operator");
        assertThat(operator.put(grant, "{\"granted\":false,\"versions\":\"*\"}").status())
                .isEqualTo(200);
        assertDecision(member, entitlement, "not_granted_to_tenant", "operator");
        assertThat(member.get("/api/v1/projects/" + project + "/apps/" + app).status())
                .isEqualTo(404);
        assertThat(names(member.get("/api/v1/projects/" + project + "/apps?limit=200")))
                .doesNotContain(app);
        assertThat(admin.put(entitlement, "{\"versions\":\"*\"}").status())
                .as("a tenant cannot enable what it was not granted")
                .isEqualTo(404);
        assertThat(names(admin.get("/api/v1/tenants/" + tenant + "/app-entitlements")))
                .containsExactly(app);
        assertThat(admin.put(grant, "{\"granted\":true,\"versions\":\"*\"}").status())
                .isEqualTo(403);
        assertThat(operator.delete(grant).status()).isEqualTo(200);
        plane.admin()
                .put("/api/v1/tenants/" + tenant + "/policies/entitlements.public_apps", "{\"value\":\"withheld\"}");
        assertDecision(member, entitlement, "not_granted_to_tenant", "operator");
        assertThat(names(member.get("/api/v1/projects/" + project + "/apps?limit=200")))
                .isEmpty();
        assertThat(admin.delete(entitlement).status()).isEqualTo(200);
        assertThat(admin.delete(entitlement).status()).isEqualTo(404);
        await().until(() -> PublishedEventCheck.SEEN.contains(TenantEntitlementChanged.TYPE));
    }

    private static void assertDecision(ApiClient caller, String path, String reason, String level) {
        Reply reply = caller.get(path);
        assertThat(reply.json().path("allowed").asBoolean()).as(reply.body()).isFalse();
        assertThat(reply.text("reason")).isEqualTo(reason);
        assertThat(reply.text("changed_by")).isEqualTo(level);
    }

    private static List<String> names(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("items").values().stream()
                .map(one -> one.path("app").asString())
                .toList();
    }

    private static JsonNode only(Reply reply, String app) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("items").values().stream()
                .filter(one -> one.path("app").asString().equals(app))
                .findFirst()
                .orElseThrow();
    }
}
