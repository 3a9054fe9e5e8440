package io.gpuaas.manifest;

import static io.gpuaas.manifest.Form.fields;
import static io.gpuaas.manifest.Form.optional;
import static io.gpuaas.manifest.Form.required;

import com.google.re2j.Pattern;
import io.gpuaas.manifest.Form.Choice;
import io.gpuaas.manifest.Form.Either;
import io.gpuaas.manifest.Form.Fields;
import io.gpuaas.manifest.Form.Free;
import io.gpuaas.manifest.Form.Items;
import io.gpuaas.manifest.Form.Named;
import io.gpuaas.manifest.Form.Numeric;
import io.gpuaas.manifest.Form.Text;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Defines the fields of {@code gpuaas.app/v1}; the reference page is compared with it. */
final class ManifestForm {

    private static final Text NAME = text(63, "[a-z][a-z0-9_-]{0,62}", "name of lower-case letters, digits, - and _");
    private static final Text TITLE = text(80, null, "text of at most 80 characters");
    private static final Text SENTENCE = text(500, null, "text of at most 500 characters");
    private static final Text LONG = text(8_000, null, "text of at most 8,000 characters");
    private static final Text LINK = text(500, "https://[!-~]+", "https address");
    private static final Text DIGEST = text(71, "sha256:[0-9a-f]{64}", "digest sha256: and 64 hexadecimal digits");
    private static final Text DURATION = text(7, "[1-9][0-9]{0,5}[smhd]", "duration such as 30s, 20m, 12h or 7d");
    private static final Text PATH = text(1_000, "/[!-~]*", "path that begins with /");
    private static final Text RANGE = text(200, "[0-9A-Za-z<>=.* -]+", "range of versions such as \">=1.4 <2\"");
    private static final Text MEASURE = text(
            120,
            "[a-z][a-z0-9-]{1,30}/[a-z][a-z0-9-]{0,40}\\.[a-z][a-z0-9_]{0,40}",
            "measure such as acme/vllm.tokens_in");
    private static final Text VARIABLE = text(128, "[A-Za-z_][A-Za-z0-9_]*", "name of an environment variable");
    private static final Text DECIMAL = text(30, "[0-9]{1,12}(\\.[0-9]{1,9})?", "decimal amount in quotes");
    private static final Form SCHEMA = new Free("JSON Schema (subset below)");
    private static final Form JSON = new Free("JSON");
    private static final Numeric PORT = new Numeric(1, 65_535, true);

    private static final Fields REQUIRES = fields(
            optional("platform", RANGE, "versions of the platform that can run the app"),
            optional(
                    "gpus",
                    fields(
                            optional("min", new Numeric(0, 64, true), "GPUs per allocation"),
                            optional("memory_gib_min", new Numeric(1, 4_096, true), "memory of each GPU in GiB"),
                            optional("vendors", new Items(choice("nvidia", "amd"), 1, 2), "vendors of GPUs")),
                    "GPUs that each allocation needs"),
            optional("shapes", new Items(choice("gpu_slice", "mig", "bare_metal"), 1, 3), "shapes of allocations"));

    private static final Fields ARTIFACT = fields(
            required(
                    "kind", choice("oci_image", "ui_bundle", "archive", "script", "file", "model"), "kind of artifact"),
            required("digest", DIGEST, "digest of the artifact's OCI manifest"),
            optional(
                    "platforms",
                    new Items(choice("linux/amd64", "linux/arm64"), 1, 2),
                    "platforms of an image (default: linux/amd64)"));

    private static final Fields ROLE = fields(
            required(
                    "allocations",
                    fields(
                            required("min", new Numeric(0, 1_000, true), "fewest allocations"),
                            required("max", new Numeric(1, 1_000, true), "most allocations")),
                    "number of allocations in the role"),
            optional("per_allocation", new Numeric(1, 16, true), "members per allocation (default: 1)"),
            optional("may_share_with", NAME, "role whose allocation it may use as well"));

    private static final Fields PROBE = fields(
            required("port", NAME, "port to ask"),
            required("path", PATH, "path to ask"),
            optional("within", DURATION, "time until the first success (default: 10m)"),
            optional("every", DURATION, "interval (default: 30s)"),
            optional("failures", new Numeric(1, 100, true), "failures in a row that count (default: 3)"));

    private static final Fields WORKLOAD = fields(
            required("role", NAME, "role of the members that run it"),
            required("image", NAME, "artifact of kind oci_image"),
            optional("command", new Items(LONG, 1, 100), "replaces the image's entry point; substituted"),
            optional("arguments", new Items(LONG, 0, 100), "arguments; substituted, one element each"),
            optional("environment", new Named(VARIABLE, LONG, 100), "variables; values are substituted"),
            optional(
                    "secrets",
                    new Items(
                            fields(
                                    required("credential", NAME, "kind of credential, as in a parameter's x-gpuaas"),
                                    required("file", NAME, "name of its file"),
                                    optional("environment", VARIABLE, "variable that has the file's path")),
                            0,
                            20),
                    "credentials handed over as files"),
            optional(
                    "volumes",
                    new Items(
                            fields(
                                    required("name", NAME, "name of the volume"),
                                    required("target", PATH, "mount point in the container"),
                                    required("kind", choice("scratch", "persistent"), "life time of the volume"),
                                    required("size_gib", new Numeric(1, 65_536, true), "size in GiB")),
                            0,
                            20),
                    "volumes"),
            optional(
                    "ports",
                    new Named(
                            NAME,
                            fields(
                                    required("port", PORT, "port inside the container"),
                                    required("protocol", choice("http1", "http2", "tcp"), "protocol")),
                            20),
                    "ports that probes and routes refer to"),
            optional(
                    "user",
                    new Either(
                            choice("login", "image"),
                            fields(required("uid", new Numeric(0, 65_535, true), "numeric user id"))),
                    "user of the process (default: login)"),
            optional("shared_memory_gib", new Numeric(0, 1_024, true), "size of /dev/shm in GiB"),
            optional("ready", PROBE, "probe that says the member can serve"),
            optional("live", PROBE, "probe that says the member still works"),
            optional(
                    "stop",
                    fields(
                            optional("grace", DURATION, "time between the request to stop and the end (default: 30s)"),
                            optional(
                                    "before",
                                    fields(
                                            required("method", choice("GET", "POST"), "method"),
                                            required("port", NAME, "port"),
                                            required("path", PATH, "path")),
                                    "request made before the stop")),
                    "how a member stops"));

    private static final Fields CONTROLLER = fields(
            required("identity", choice("service_account"), "identity under which the controller calls the API"),
            required(
                    "scopes",
                    new Items(
                            choice(
                                    "app_instances.read",
                                    "members.write",
                                    "operations.claim",
                                    "allocations.read",
                                    "credentials.deliver",
                                    "status.write",
                                    "usage.report"),
                            1,
                            20),
                    "permissions of the controller"),
            required("runs", choice("external", "launched"), "outside the platform, or as an image in a role"),
            optional("role", NAME, "role of a launched controller"),
            optional("image", NAME, "image of a launched controller"),
            optional("heartbeat", DURATION, "interval of its reports (default: 30s)"));

    private static final Fields ATTACHMENT = fields(
            required("isolation", choice("account", "namespace", "partition"), "separation of attached projects"),
            required("scopes", new Items(choice("tenant", "platform"), 1, 2), "scopes in which it may be shared"),
            optional("approval", choice("automatic", "manual"), "decision on requests (default: manual)"),
            optional("attachments_max", new Numeric(1, 1_000, true), "most attachments (default: 100)"),
            optional("contributions", new Items(choice("exclusive", "pooled"), 1, 2), "kinds of contributed members"),
            optional("parameters", SCHEMA, "parameters of an attachment"),
            optional("quota_schema", SCHEMA, "quota of an attachment"));

    private static final Fields ROUTE = fields(
            required("family", choice("browser", "api"), "who calls it: people with a session, or programs with a key"),
            required("port", NAME, "port of the workload"),
            optional("dialect", choice("openai", "plain"), "dialect, for metering and errors (default: plain)"),
            optional("paths", new Items(PATH, 1, 100), "paths that are served (default: all)"),
            optional("public_paths", new Items(PATH, 1, 20), "paths without sign-in"),
            optional("wake", choice("page", "hold", "refuse"), "answer while the app sleeps"));

    private static final Fields OPERATION = fields(
            required("target", choice("instance", "member", "controller", "worker", "server"), "what it acts on"),
            optional("title", TITLE, "label of the button"),
            optional("allocation", choice("required", "optional", "none"), "whether it takes an allocation"),
            optional("confirm", SENTENCE, "sentence to confirm"),
            optional("form", SCHEMA, "parameters of the operation"));

    private static final Fields HTTP_STEP = fields(
            required("route", NAME, "route"),
            optional("method", choice("GET", "POST", "PUT", "DELETE"), "method (default: GET)"),
            required("path", PATH, "path"),
            optional("json", JSON, "body"),
            optional(
                    "expect",
                    fields(
                            optional("status", new Numeric(100, 599, true), "status (default: 200)"),
                            optional("pointer", text(500, "(/[!-~]*)?", "JSON pointer"), "place in the answer"),
                            optional("min", new Numeric(-1e15, 1e15, false), "smallest number there")),
                    "expected answer"));

    private static final Fields TEST = fields(
            required("name", NAME, "name of the test"),
            optional("parameters", JSON, "parameters of the instance"),
            optional("sku_class", text(63, "[a-z0-9_-]+", "any, or a class of SKUs"), "where it runs (default: any)"),
            required(
                    "steps",
                    new Items(
                            fields(
                                    optional("wait", choice("running", "ready"), "state to wait for"),
                                    optional("http", HTTP_STEP, "request to a route")),
                            1,
                            50),
                    "steps in order"));

    static final Fields ROOT = fields(
            required("schema", choice("gpuaas.app/v1"), "version of this format"),
            required(
                    "app",
                    text(72, "[a-z][a-z0-9-]{1,30}/[a-z][a-z0-9-]{0,40}", "publisher/app"),
                    "publisher's namespace and name of the app"),
            required("version", text(64, "[0-9A-Za-z.-]+", "semantic version"), "unique per app for ever"),
            required(
                    "profile",
                    choice(Arrays.stream(Profile.values()).map(Profile::id).toArray(String[]::new)),
                    "kind of app"),
            required("title", TITLE, "name shown to people"),
            required("summary", SENTENCE, "one or two sentences"),
            optional("license", text(100, "[0-9A-Za-z.+() -]+", "SPDX expression"), "licence of the app"),
            optional(
                    "links",
                    fields(
                            optional("source", LINK, "source code"),
                            optional("support", LINK, "support"),
                            optional("documentation", LINK, "documentation")),
                    "addresses"),
            optional("requires", REQUIRES, "what the app needs"),
            optional("artifacts", new Named(NAME, ARTIFACT, 50), "artifacts by digest"),
            optional("parameters", SCHEMA, "parameters of an instance"),
            required("placement", fields(required("roles", new Named(NAME, ROLE, 20), "roles")), "roles of members"),
            optional("workload", WORKLOAD, "container to run; launchable workloads only"),
            optional("controller", CONTROLLER, "controller; controller apps and attachable runtimes only"),
            optional("attachment", ATTACHMENT, "attachments; attachable runtimes only"),
            optional(
                    "credentials",
                    new Named(
                            NAME,
                            fields(
                                    required("kind", choice("ssh_certificate", "generated"), "kind"),
                                    required("roles", new Items(NAME, 1, 20), "roles that get it")),
                            20),
                    "credentials that the platform makes"),
            optional("operations", new Named(NAME, OPERATION, 50), "operations on instances and members"),
            optional("routes", new Named(NAME, ROUTE, 20), "routes"),
            optional(
                    "metering",
                    new Items(
                            fields(
                                    required("measure", MEASURE, "name of the measure"),
                                    required(
                                            "source", text(200, "[a-z][a-z0-9_.]*", "source"), "source of its values")),
                            0,
                            20),
                    "measures"),
            optional(
                    "prices",
                    new Items(
                            fields(
                                    required("measure", MEASURE, "measure of this manifest"),
                                    required("per", new Numeric(1, 1e12, true), "units that the amount pays"),
                                    required("amount", DECIMAL, "amount"),
                                    required("currency", text(3, "[A-Z]{3}", "currency code"), "currency")),
                            0,
                            20),
                    "publisher's prices"),
            optional(
                    "idle",
                    fields(
                            required(
                                    "signals",
                                    new Items(text(80, "gpu|route\\.[a-z][a-z0-9_-]*", "gpu or route.NAME"), 1, 20),
                                    "signals of use"),
                            optional(
                                    "probe",
                                    fields(
                                            required("port", NAME, "port"),
                                            required("path", PATH, "path"),
                                            required("format", choice("prometheus"), "format"),
                                            required(
                                                    "metric",
                                                    text(200, "[a-zA-Z_:][a-zA-Z0-9_:]*", "metric"),
                                                    "metric"),
                                            required(
                                                    "busy_above",
                                                    new Numeric(0, 1e15, false),
                                                    "busy above this value")),
                                    "metric that says the app is busy")),
                    "when the app is idle"),
            optional(
                    "scaling",
                    fields(
                            required(
                                    "replicas",
                                    fields(
                                            required("min", new Numeric(0, 1_000, true), "fewest"),
                                            required("max", new Numeric(1, 1_000, true), "most"),
                                            optional("default", new Numeric(0, 1_000, true), "number at the start")),
                                    "members"),
                            required("on", choice("concurrency", "requests"), "signal"),
                            required("target", new Numeric(1, 100_000, true), "target per member"),
                            optional("drain", DURATION, "time to finish requests (default: 10m)")),
                    "number of replicas"),
            optional("panels", new Items(new Free("panel"), 0, 20), "panels; not checked yet"),
            optional("status_schema", SCHEMA, "document that a controller may publish"),
            optional(
                    "upgrade",
                    fields(
                            required("from", RANGE, "versions that can be upgraded"),
                            required("strategy", choice("rolling", "recreate"), "strategy"),
                            optional(
                                    "rollback", choice("supported", "unsupported"), "rollback (default: unsupported)")),
                    "upgrades"),
            optional("tests", new Items(TEST, 0, 20), "tests that certify the app"));

    private ManifestForm() {}

    private static Text text(int max, @org.jspecify.annotations.Nullable String pattern, String words) {
        return new Text(max, pattern == null ? null : Pattern.compile(pattern), words);
    }

    private static Choice choice(String... choices) {
        return new Choice(Arrays.stream(choices).collect(Collectors.toUnmodifiableSet()));
    }
}
