package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.nodes.AnonymousCallLimit;
import io.gpuaas.controlplane.nodes.NodeJson;
import io.gpuaas.controlplane.nodes.NodeProblems;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.StreamId;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The calls of gateways. There is no person and no permission here: a gateway is known by its certificate. */
@Component
class GatewayServlet extends HttpServlet {

    private static final String BASE = "/gateway/v1/";
    private static final String PEER = "jakarta.servlet.request.X509Certificate";
    private static final int BODY_BYTES_MAX = 1024 * 1024;

    private final transient Gateways gateways;
    private final transient Streams streams;
    private final transient NodeJson json;
    private final transient NodeProblems problems;
    private final transient AnonymousCallLimit strangers;
    private final transient IdSource ids;

    GatewayServlet(
            Gateways gateways,
            Streams streams,
            NodeJson json,
            NodeProblems problems,
            AnonymousCallLimit strangers,
            IdSource ids) {
        this.gateways = gateways;
        this.streams = streams;
        this.json = json;
        this.problems = problems;
        this.strangers = strangers;
        this.ids = ids;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CorrelationId correlation = Optional.ofNullable(request.getHeader(CorrelationId.HEADER))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        response.setHeader(CorrelationId.HEADER, correlation.value());
        try {
            byte[] answer = json.write(answer(request, correlation));
            response.setContentType("application/json");
            response.getOutputStream().write(answer);
        } catch (RuntimeException e) {
            problems.write(request, response, e);
        }
    }

    private Object answer(HttpServletRequest request, CorrelationId correlation) throws IOException {
        String path = request.getRequestURI();
        if (!request.getMethod().equals("POST") || !path.startsWith(BASE)) {
            throw ProblemException.notFound("address");
        }
        String call = path.substring(BASE.length());
        if (call.equals("enroll")) {
            strangers.require("gateways", request.getRemoteAddr());
            GatewayMessages.Enroll command = body(request, GatewayMessages.Enroll.class);
            return Call.system("gateway enroll", correlation).run(() -> gateways.enroll(command));
        }
        Gateways.Speaker speaker = gateways.requireSpeaker((X509Certificate[]) request.getAttribute(PEER));
        return Call.system("gateway call", correlation)
                .by(new Caller("gateway:" + speaker.gateway().id(), Caller.Kind.SYSTEM, "a gateway"))
                .run(() -> answer(speaker, call, request));
    }

    private Object answer(Gateways.Speaker speaker, String call, HttpServletRequest request) throws IOException {
        GatewayRecord gateway = speaker.gateway();
        return switch (call) {
            case "renew" ->
                gateways.renew(
                        speaker, body(request, GatewayMessages.Renew.class).csr());
            case "sync" -> streams.sync(gateway, body(request, GatewayMessages.Sync.class));
            case "streams/consume" ->
                streams.consume(
                        gateway, body(request, GatewayMessages.Consume.class).token());
            default ->
                streams.attachNode(
                        gateway,
                        stream(call),
                        body(request, GatewayMessages.AttachNode.class).certificate());
        };
    }

    private static StreamId stream(String call) {
        String[] parts = call.split("/", -1);
        if (parts.length != 3 || !parts[0].equals("streams") || !parts[2].equals("node")) {
            throw ProblemException.notFound("address");
        }
        try {
            return StreamId.parse(parts[1]);
        } catch (IllegalArgumentException e) {
            throw GatewayErrors.noSuchStream();
        }
    }

    private <T> T body(HttpServletRequest request, Class<T> type) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            throw ProblemException.of(
                    ErrorCode.BODY_TOO_LARGE, "The body can have at most " + BODY_BYTES_MAX + " bytes.");
        }
        return json.read(body, type);
    }
}
