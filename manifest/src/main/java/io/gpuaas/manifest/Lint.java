package io.gpuaas.manifest;

import com.google.re2j.Pattern;
import io.gpuaas.manifest.schema.Schema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules beyond the form of single fields: references, substitution, environment, mounts, schemas, profiles. */
final class Lint {

    private static final Pattern FORBIDDEN_VARIABLE = Pattern.compile(
            "(?i)LD_.*|GLIBC_TUNABLES|NVIDIA_.*|CUDA_VISIBLE_DEVICES|PATH|BASH_ENV|ENV|BASH_FUNC_.*|IFS");
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(token|password|passwd|passphrase|secret|key).*");
    private static final Pattern INSERTED =
            Pattern.compile("(parameters\\.([A-Za-z0-9_-]{1,63}))|instance\\.(id|name)|member\\.(index|count)"
                    + "|routes\\.([a-z][a-z0-9_-]*)\\.url|secrets\\.([a-z][a-z0-9_-]*)\\.path");
    private static final Pattern PARAMETER_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");
    private static final List<String> SYSTEM_FOLDERS = List.of(
            "/proc", "/sys", "/dev", "/etc", "/run", "/var/run", "/boot", "/usr", "/bin", "/sbin", "/lib", "/lib64");
    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

    private final Node root;
    private final Findings findings;
    private final Node workload;
    private final Optional<Schema> parameters;

    Lint(Node root, Findings findings) {
        this.root = root;
        this.findings = findings;
        this.workload = root.at("workload");
        this.parameters = compile(root, "parameters");
    }

    void check() {
        checkVersions();
        checkProfile();
        checkBounds();
        checkParameters();
        checkWorkload();
        checkSubstitution();
        checkRoutes();
        checkRoles();
        checkMeasures();
        checkOtherSchemas();
    }

    private void checkVersions() {
        String version = root.at("version").text();
        if (!version.isEmpty() && SemVer.find(version).isEmpty()) {
            add(LintRule.WRONG_FORM, root.at("version"), "Expected a semantic version such as 1.4.0, without a build.");
        }
        for (Node range :
                List.of(root.at("requires").at("platform"), root.at("upgrade").at("from"))) {
            if (!range.text().isEmpty() && VersionRange.find(range.text()).isEmpty()) {
                add(LintRule.WRONG_FORM, range, "Expected a range of versions such as \">=1.4 <2\".");
            }
        }
    }

    private void checkProfile() {
        Profile profile = Profile.find(root.at("profile").text()).orElse(null);
        if (profile == null) {
            return;
        }
        demand("workload", profile == Profile.LAUNCHABLE_OCI_WORKLOAD, profile);
        demand("controller", profile != Profile.LAUNCHABLE_OCI_WORKLOAD, profile);
        demand("attachment", profile == Profile.ATTACHABLE_RUNTIME, profile);
        Node controller = root.at("controller");
        if (controller.at("runs").text().equals("launched")) {
            for (String part : List.of("role", "image")) {
                if (!controller.has(part)) {
                    add(LintRule.PROFILE_MISMATCH, controller, "A launched controller needs the field " + part + ".");
                }
            }
        }
        if (profile == Profile.LAUNCHABLE_OCI_WORKLOAD) {
            for (String part : List.of("status_schema", "operations")) {
                if (root.has(part)) {
                    findings.atMember(
                            LintRule.PROFILE_MISMATCH,
                            "",
                            root.object(),
                            part,
                            "The field " + part + " needs a controller.");
                }
            }
        }
    }

    private void demand(String part, boolean needed, Profile profile) {
        if (needed && !root.has(part)) {
            add(
                    LintRule.PROFILE_MISMATCH,
                    root.at("profile"),
                    "The profile " + profile.id() + " needs the field " + part + ".");
        } else if (!needed && root.has(part)) {
            findings.atMember(
                    LintRule.PROFILE_MISMATCH,
                    "",
                    root.object(),
                    part,
                    "The profile " + profile.id() + " has no field " + part + ".");
        }
    }

    private void checkBounds() {
        root.at("placement").at("roles").members().forEach((name, role) -> checkOrder(role.at("allocations")));
        Node replicas = root.at("scaling").at("replicas");
        checkOrder(replicas);
        int chosen = replicas.number("default", replicas.number("min", 0));
        if (chosen < replicas.number("min", 0) || chosen > replicas.number("max", Integer.MAX_VALUE)) {
            add(LintRule.WRONG_BOUNDS, replicas, "The default must lie between min and max.");
        }
    }

    private void checkOrder(Node bounds) {
        if (bounds.number("min", 0) > bounds.number("max", Integer.MAX_VALUE)) {
            add(LintRule.WRONG_BOUNDS, bounds, "min must not be greater than max.");
        }
    }

    private void checkParameters() {
        Node properties = root.at("parameters").at("properties");
        Set<String> handedOver = new HashSet<>();
        workload.at("secrets")
                .items()
                .forEach(secret -> handedOver.add(secret.at("credential").text()));
        Set<String> known = new HashSet<>();
        properties.members().forEach((name, schema) -> {
            Optional<String> credential = schema.at("x-gpuaas").findText("credential");
            if (!PARAMETER_NAME.matches(name)) {
                add(LintRule.WRONG_FORM, schema, "A parameter's name has letters, digits, - and _ only.");
            }
            boolean isText = schema.at("type").text().equals("string") || !schema.has("type");
            if (credential.isEmpty() && isText && SECRET_NAME.matches(name)) {
                findings.atMember(
                        LintRule.SECRET_PARAMETER,
                        properties.pointer(),
                        properties.object(),
                        name,
                        "The parameter looks like a secret; make it a reference with x-gpuaas: {credential: …}.");
            }
            credential.ifPresent(kind -> {
                known.add(kind);
                if (root.has("workload") && !handedOver.contains(kind)) {
                    add(
                            LintRule.UNUSED_SECRET_PARAMETER,
                            schema,
                            "No entry of workload.secrets hands over " + kind + ".");
                }
            });
        });
        workload.at("secrets").items().stream()
                .filter(secret -> !known.contains(secret.at("credential").text()))
                .forEach(secret -> add(
                        LintRule.UNKNOWN_REFERENCE,
                        secret.at("credential"),
                        "No parameter refers to a credential "
                                + secret.at("credential").text() + "."));
    }

    private void checkWorkload() {
        if (!root.has("workload")) {
            return;
        }
        requireName(workload.at("role"), root.at("placement").at("roles"), "role");
        requireImage(workload.at("image"));
        Set<String> variables = new HashSet<>();
        workload.at("environment").members().forEach((name, value) -> {
            variables.add(name);
            checkVariable(name, value);
        });
        Set<String> files = new HashSet<>();
        workload.at("secrets").items().forEach(secret -> {
            requireNew(files, secret.at("file"), "file");
            secret.find("environment").ifPresent(variable -> {
                checkVariable(variable.text(), variable);
                requireNew(variables, variable, "variable");
            });
        });
        Set<String> volumes = new HashSet<>();
        Set<String> targets = new HashSet<>();
        workload.at("volumes").items().forEach(volume -> {
            requireNew(volumes, volume.at("name"), "volume");
            requireNew(targets, volume.at("target"), "mount point");
            checkTarget(volume.at("target"));
        });
        for (Node port : List.of(
                workload.at("ready").at("port"),
                workload.at("live").at("port"),
                workload.at("stop").at("before").at("port"),
                root.at("idle").at("probe").at("port"))) {
            requireName(port, workload.at("ports"), "port");
        }
        Node user = workload.at("user");
        if (user.text().equals("image") || (user.has("uid") && user.number("uid", 0) == 0)) {
            add(LintRule.RUNS_AS_ROOT, user, "The process may run as root in its container.");
        }
    }

    private void checkVariable(String name, Node place) {
        if (FORBIDDEN_VARIABLE.matches(name)) {
            add(LintRule.FORBIDDEN_VARIABLE, place, "The variable " + name + " must not be set.");
        }
    }

    private void checkTarget(Node target) {
        String path = target.text();
        boolean normalized = path.startsWith("/")
                && path.length() > 1
                && !path.endsWith("/")
                && List.of(path.substring(1).split("/", -1)).stream()
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."))
                && path.chars()
                        .noneMatch(character ->
                                character <= ' ' || character == ':' || character == ',' || character == '\\');
        boolean system =
                SYSTEM_FOLDERS.stream().anyMatch(folder -> path.equals(folder) || path.startsWith(folder + "/"));
        if (!path.isEmpty() && (!normalized || system)) {
            add(
                    LintRule.FORBIDDEN_TARGET,
                    target,
                    "A mount point is an absolute path without ., .., empty parts and separators, outside the system's folders.");
        }
    }

    private void checkSubstitution() {
        workload.at("command").items().forEach(this::checkTemplate);
        workload.at("arguments").items().forEach(this::checkTemplate);
        workload.at("environment").members().values().forEach(this::checkTemplate);
        for (String part : List.of("workload", "controller", "routes", "operations", "idle", "scaling", "metering")) {
            root.find(part).ifPresent(node -> forbidSubstitution(node, part.equals("workload")));
        }
    }

    private void forbidSubstitution(Node node, boolean isWorkload) {
        if (node.text().contains("${")) {
            add(
                    LintRule.SUBSTITUTION_FORM,
                    node,
                    "Nothing is inserted here; ${ works in arguments, command and environment.");
        }
        node.items().forEach(item -> forbidSubstitution(item, false));
        node.members().forEach((name, member) -> {
            if (!isWorkload || !Set.of("command", "arguments", "environment").contains(name)) {
                forbidSubstitution(member, false);
            }
        });
    }

    private void checkTemplate(Node node) {
        if (node.text().indexOf(0) >= 0) {
            add(LintRule.HIDDEN_CHARACTERS, node, "The text has a NUL character.");
        }
        try {
            Template.parse(node.text()).names().forEach(name -> checkInserted(name, node));
        } catch (Template.RefusedException e) {
            add(LintRule.SUBSTITUTION_FORM, node, String.valueOf(e.getMessage()));
        }
    }

    private void checkInserted(String name, Node node) {
        if (!INSERTED.matches(name)) {
            add(
                    LintRule.SUBSTITUTION_NAME,
                    node,
                    "${" + name
                            + "} cannot be inserted; names are parameters.*, instance.id, instance.name, member.index,"
                            + " member.count, routes.*.url and secrets.*.path.");
            return;
        }
        String[] parts = name.split("\\.", -1);
        boolean isDeclared = switch (parts[0]) {
            case "routes" -> root.at("routes").has(parts[1]);
            case "secrets" ->
                workload.at("secrets").items().stream()
                        .anyMatch(secret -> secret.at("file").text().equals(parts[1]));
            case "parameters" -> root.at("parameters").at("properties").has(parts[1]);
            default -> true;
        };
        if (!isDeclared) {
            add(LintRule.UNKNOWN_REFERENCE, node, "${" + name + "} refers to nothing that is declared.");
        } else if (parts[0].equals("parameters")) {
            checkInsertedType(parts[1], node);
        }
    }

    private void checkInsertedType(String name, Node node) {
        if (parameters.isEmpty()) {
            return;
        }
        String type = parameters.get().typeOf(name).orElse("any");
        if (type.equals("credential")) {
            add(
                    LintRule.SUBSTITUTION_SECRET,
                    node,
                    "${parameters." + name + "} is a credential; use ${secrets.FILE.path}.");
        } else if (!SCALARS.contains(type)) {
            add(
                    LintRule.SUBSTITUTION_NOT_SCALAR,
                    node,
                    "${parameters." + name + "} is not text, a number or a boolean.");
        }
    }

    private void checkRoutes() {
        Map<String, String> families = new HashMap<>();
        root.at("routes").members().forEach((name, route) -> {
            if (root.has("workload")) {
                requireName(route.at("port"), workload.at("ports"), "port");
            }
            String family = route.at("family").text();
            String before = families.putIfAbsent(route.at("port").text(), family);
            if (before != null && !before.equals(family)) {
                add(LintRule.SHARED_PORT, route, "Another route of family " + before + " uses the same port.");
            }
            if (!route.texts("public_paths").isEmpty()) {
                add(LintRule.PUBLIC_PATH, route.at("public_paths"), "These paths need no sign-in.");
            }
        });
        root.at("tests")
                .items()
                .forEach(test -> test.at("steps").items().forEach(step -> {
                    if (step.object().members().size() != 1) {
                        add(LintRule.MISSING_FIELD, step, "A step has either wait or http.");
                    }
                    step.find("http").ifPresent(http -> requireName(http.at("route"), root.at("routes"), "route"));
                }));
        root.at("idle").at("signals").items().stream()
                .filter(signal -> signal.text().startsWith("route.")
                        && !root.at("routes").has(signal.text().substring("route.".length())))
                .forEach(signal -> add(LintRule.UNKNOWN_REFERENCE, signal, "There is no such route."));
    }

    private void checkRoles() {
        Node roles = root.at("placement").at("roles");
        roles.members().values().forEach(role -> requireName(role.at("may_share_with"), roles, "role"));
        root.at("credentials")
                .members()
                .values()
                .forEach(
                        credential -> credential.at("roles").items().forEach(role -> requireName(role, roles, "role")));
        requireName(root.at("controller").at("role"), roles, "role");
        if (root.at("controller").has("image")) {
            requireImage(root.at("controller").at("image"));
        }
    }

    private void checkMeasures() {
        Set<String> measures = new HashSet<>();
        String prefix = root.at("app").text() + ".";
        root.at("metering").items().forEach(entry -> {
            Node measure = entry.at("measure");
            requireNew(measures, measure, "measure");
            if (!measure.text().startsWith(prefix)) {
                add(LintRule.WRONG_FORM, measure, "A measure's name begins with the app's name and a dot.");
            }
        });
        root.at("prices").items().stream()
                .map(price -> price.at("measure"))
                .filter(measure -> !measures.contains(measure.text()))
                .forEach(measure -> add(
                        LintRule.PRICE_WITHOUT_MEASURE, measure, "metering has no measure " + measure.text() + "."));
    }

    private void checkOtherSchemas() {
        compile(root, "status_schema");
        compile(root.at("attachment"), "parameters");
        compile(root.at("attachment"), "quota_schema");
        root.at("operations").members().values().forEach(operation -> compile(operation, "form"));
        Optional<Schema> schema = parameters;
        root.at("tests")
                .items()
                .forEach(test -> test.find("parameters")
                        .ifPresent(given -> schema.ifPresent(rules -> rules.validate(given.value())
                                .forEach(violation -> findings.add(
                                        LintRule.OUT_OF_RANGE,
                                        given.pointer() + violation.pointer(),
                                        given.value(),
                                        violation.sentence())))));
    }

    private Optional<Schema> compile(Node parent, String name) {
        Node source = parent.at(name);
        Schema.Compiled compiled = Schema.compile(source.value(), source.pointer());
        compiled.problems().forEach(findings::add);
        return compiled.schema();
    }

    private void requireName(Node reference, Node declared, String kind) {
        if (!reference.text().isEmpty() && !declared.has(reference.text())) {
            add(LintRule.UNKNOWN_REFERENCE, reference, "There is no " + kind + " " + reference.text() + ".");
        }
    }

    private void requireImage(Node reference) {
        requireName(reference, root.at("artifacts"), "artifact");
        Node artifact = root.at("artifacts").at(reference.text());
        if (artifact.has("kind") && !artifact.at("kind").text().equals("oci_image")) {
            add(LintRule.UNKNOWN_REFERENCE, reference, "The artifact " + reference.text() + " is not an oci_image.");
        }
    }

    private void requireNew(Set<String> seen, Node name, String kind) {
        if (!name.text().isEmpty() && !seen.add(name.text())) {
            add(LintRule.DUPLICATE_NAME, name, "The " + kind + " " + name.text() + " appears twice.");
        }
    }

    private void add(LintRule rule, Node node, String sentence) {
        findings.add(rule, node.pointer(), node.value().position(), sentence);
    }
}
