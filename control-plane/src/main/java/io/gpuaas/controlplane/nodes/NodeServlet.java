package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.audit.Refusals;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TaskId;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/** The one door of the listener: finds out which call this is and which node speaks, and hands over. */
@Component
class NodeServlet extends HttpServlet {

    static final int BODY_BYTES_MAX = 1024 * 1024;

    private static final String BASE = "/node/v1/";
    private static final String ARTIFACTS = BASE + "artifacts/";
    private static final String TASKS = "tasks/";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final String PEER = "jakarta.servlet.request.X509Certificate";

    private final transient NodeTrust trust;
    private final transient NodeJson json;
    private final transient NodeProblems problems;
    private final transient Enrolment enrolment;
    private final transient Polls polls;
    private final transient TaskReports reports;
    private final transient Heartbeats heartbeats;
    private final transient Reconciliation reconciliation;
    private final transient Artifacts artifacts;
    private final transient NodeBuckets buckets;
    private final transient Refusals refusals;
    private final transient IdSource ids;
    private final transient Map<String, NodeUpload> uploads;
    private final transient AnonymousCallLimit strangers;

    NodeServlet(
            NodeTrust trust,
            NodeJson json,
            NodeProblems problems,
            Enrolment enrolment,
            Polls polls,
            TaskReports reports,
            Heartbeats heartbeats,
            Reconciliation reconciliation,
            Artifacts artifacts,
            NodeBuckets buckets,
            Refusals refusals,
            IdSource ids,
            List<NodeUpload> uploads,
            AnonymousCallLimit strangers) {
        this.trust = trust;
        this.json = json;
        this.problems = problems;
        this.enrolment = enrolment;
        this.polls = polls;
        this.reports = reports;
        this.heartbeats = heartbeats;
        this.reconciliation = reconciliation;
        this.artifacts = artifacts;
        this.buckets = buckets;
        this.refusals = refusals;
        this.ids = ids;
        this.uploads = uploads.stream().collect(Collectors.toMap(NodeUpload::name, Function.identity()));
        this.strangers = strangers;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CorrelationId correlation = Optional.ofNullable(request.getHeader(CorrelationId.HEADER))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        response.setHeader(CorrelationId.HEADER, correlation.value());
        MDC.put("correlation_id", correlation.value());
        try {
            if (request.getMethod().equals("GET") && request.getRequestURI().startsWith(ARTIFACTS)) {
                download(request, response);
            } else {
                Object answer = answer(request, correlation);
                response.setContentType("application/json");
                response.getOutputStream().write(json.write(answer));
            }
        } catch (RuntimeException e) {
            problems.write(request, response, e);
        } finally {
            MDC.remove("correlation_id");
        }
    }

    private Object answer(HttpServletRequest request, CorrelationId correlation) throws IOException {
        String path = request.getRequestURI();
        if (!path.startsWith(BASE)) {
            throw ProblemException.notFound("address");
        }
        String call = path.substring(BASE.length());
        if (!request.getMethod().equals("POST")) {
            throw ProblemException.of(
                    ErrorCode.METHOD_NOT_ALLOWED, "This path does not support " + request.getMethod() + ".");
        }
        return switch (call) {
            case "enroll" -> {
                strangers.require("nodes", request.getRemoteAddr());
                yield asking(
                        Enrolment.ENROLL,
                        call(call, Caller.ANONYMOUS, request, correlation),
                        () -> enrolment.enroll(body(request, NodeMessages.Enroll.class)));
            }
            case "recover" -> {
                strangers.require("nodes", request.getRemoteAddr());
                yield asking(
                        Enrolment.RECOVER,
                        call(call, Caller.ANONYMOUS, request, correlation),
                        () -> enrolment.recover(body(request, NodeMessages.Recover.class)));
            }
            default -> known(call, request, correlation);
        };
    }

    private Object known(String name, HttpServletRequest request, CorrelationId correlation) throws IOException {
        NodeTrust.Speaker speaker = speaker(request);
        if (speaker.isOutdated() && !name.equals("poll") && !name.startsWith(TASKS)) {
            throw NodeErrors.certificateOutdated();
        }
        requireSeldom(speaker, name);
        Caller caller = new Caller("node:" + speaker.node(), Caller.Kind.SYSTEM, "a node");
        Call call = call(name, caller, request, correlation);
        if (name.equals("renew")) {
            return asking(
                    Enrolment.RENEW, call, () -> enrolment.renew(speaker, body(request, NodeMessages.Renew.class)));
        }
        return as(call, () -> switch (name) {
            case "poll" -> polls.answer(speaker, poll(request));
            case "heartbeat" -> heartbeats.take(speaker, body(request, NodeMessages.Heartbeat.class));
            case "topology" -> reconciliation.topology(speaker, body(request, NodeMessages.Topology.class));
            case "inventory" -> reconciliation.inventory(speaker, body(request, NodeMessages.Inventory.class));
            default -> {
                List<String> words = List.of(name.split("/", -1));
                NodeUpload upload = uploads.get(words.getFirst());
                yield upload == null
                        ? reports.take(speaker, task(name), body(request, NodeMessages.TaskEvents.class))
                        : takeUpload(upload, speaker, words, request);
            }
        });
    }

    private void requireSeldom(NodeTrust.Speaker speaker, String name) {
        switch (name) {
            case "poll" -> buckets.require(speaker, NodeBuckets.Word.POLL);
            case "renew" -> buckets.require(speaker, NodeBuckets.Word.RENEW);
            case "heartbeat" -> buckets.require(speaker, NodeBuckets.Word.HEARTBEAT);
            case "topology" -> buckets.require(speaker, NodeBuckets.Word.TOPOLOGY);
            case "inventory" -> buckets.require(speaker, NodeBuckets.Word.INVENTORY);
            default ->
                buckets.require(speaker, name.startsWith(TASKS) ? NodeBuckets.Word.REPORT : NodeBuckets.Word.UPLOAD);
        }
    }

    private Object takeUpload(
            NodeUpload upload, NodeTrust.Speaker speaker, List<String> words, HttpServletRequest request)
            throws IOException {
        trust.requireBelieved(speaker);
        byte[] bytes = bytes(request);
        String sha256 = Optional.ofNullable(request.getParameter("sha256")).orElse("");
        return upload.take(new NodeUpload.Arrived(speaker.node(), words.subList(1, words.size()), sha256, () -> bytes));
    }

    private NodeTrust.Speaker speaker(HttpServletRequest request) {
        NodeTrust.Speaker speaker = trust.require((X509Certificate[]) request.getAttribute(PEER));
        if (speaker.serial().equals(speaker.entry().next())) {
            enrolment.promote(speaker.node(), speaker.serial());
        }
        return speaker;
    }

    private static TaskId task(String call) {
        String[] parts = call.split("/", -1);
        if (parts.length != 3 || !parts[0].equals("tasks") || !parts[2].equals("events")) {
            throw ProblemException.notFound("address");
        }
        try {
            return TaskId.parse(parts[1]);
        } catch (IllegalArgumentException e) {
            throw NodeErrors.noSuchTask();
        }
    }

    private void download(HttpServletRequest request, HttpServletResponse response) throws IOException {
        NodeTrust.Speaker speaker = speaker(request);
        if (speaker.isOutdated()) {
            throw NodeErrors.certificateOutdated();
        }
        buckets.require(speaker, NodeBuckets.Word.ARTIFACT);
        Path file = artifacts.require(request.getRequestURI().substring(ARTIFACTS.length()));
        response.setContentType("application/octet-stream");
        response.setContentLengthLong(Files.size(file));
        Files.copy(file, response.getOutputStream());
    }

    private interface Work {
        Object run() throws IOException;
    }

    private static Object as(Call call, Work work) throws IOException {
        return call.run(work::run);
    }

    private static Call call(String name, Caller caller, HttpServletRequest request, CorrelationId correlation) {
        return new Call("node " + name, caller, correlation, null, null, request.getRemoteAddr());
    }

    /** Every request for a certificate is audited, also a refused one. */
    private Object asking(String action, Call call, Work work) throws IOException {
        try {
            return as(call, work);
        } catch (ProblemException e) {
            refusals.record(call, action, null, e.code());
            throw e;
        }
    }

    /** In the query, since a call without a body costs far less memory while it waits; in the body all the same. */
    private NodeMessages.Poll poll(HttpServletRequest request) throws IOException {
        if (request.getQueryString() == null) {
            return body(request, NodeMessages.Poll.class);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> fields.put(name, field(name, values[0])));
        return json.read(json.write(fields), NodeMessages.Poll.class);
    }

    private static Object field(String name, String text) {
        return !name.equals("boot_id") && NUMBER.matcher(text).matches() ? Long.valueOf(text) : text;
    }

    private <T> T body(HttpServletRequest request, Class<T> type) throws IOException {
        return json.read(bytes(request), type);
    }

    private static byte[] bytes(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            throw ProblemException.of(
                    ErrorCode.BODY_TOO_LARGE, "The body can have at most " + BODY_BYTES_MAX + " bytes.");
        }
        return body;
    }
}
