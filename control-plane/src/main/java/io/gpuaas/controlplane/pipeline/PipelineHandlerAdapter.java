package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.audit.Refusals;
import io.gpuaas.controlplane.identity.Access.Decision;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.SignedIn;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.ServerSentEvents;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ServletInvocableHandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Puts the pipeline around every handler method Spring MVC calls. Admission comes before the body is
 * read; the transaction begins after the arguments are bound and valid.
 */
class PipelineHandlerAdapter extends RequestMappingHandlerAdapter {

    private static final ScopedValue<Admission> ADMITTED = ScopedValue.newInstance();

    private final Operations operations;
    private final Authenticator authenticator;
    private final Pipeline pipeline;
    private final Refusals refusals;
    private final Problems problems;
    private final DownloadPlaces downloads;

    PipelineHandlerAdapter(
            Operations operations,
            Authenticator authenticator,
            Pipeline pipeline,
            Refusals refusals,
            Problems problems,
            DownloadPlaces downloads) {
        this.operations = operations;
        this.authenticator = authenticator;
        this.pipeline = pipeline;
        this.refusals = refusals;
        this.problems = problems;
        this.downloads = downloads;
    }

    @Override
    protected @Nullable ModelAndView invokeHandlerMethod(
            HttpServletRequest request, HttpServletResponse response, HandlerMethod handler) throws Exception {
        Operation operation = operations.of(handler);
        ArrivedRequest arrived = ArrivedRequest.of(request);
        arrived.handledBy(operation.id());
        Map<String, String> path = pathVariables(request);
        Call call = new Call(
                operation.id(), Caller.ANONYMOUS, arrived.correlationId(), null, null, request.getRemoteAddr());
        try {
            Authenticated who =
                    pipeline.identify(operation, authenticator.credential(request), call, arrived, response);
            call = call.by(who.caller());
            Decision decision = pipeline.authorize(operation, who, path, response);
            call = placed(call, decision);
            pipeline.admit(operation, decision, call, response);
            pipeline.requireMayGiveRights(operation, who, path);
            Admission admission = new Admission(
                    operation, who, call, path, request.getHeader(Pipeline.IDEMPOTENCY_KEY), arrived, Map.of());
            return ScopedValue.where(ADMITTED, admission)
                    .call(() -> SignedIn.run(
                            admission.who(),
                            () -> admission.call().run(() -> super.invokeHandlerMethod(request, response, handler))));
        } catch (Exception e) {
            ProblemException problem = problems.of(e);
            // Reads too: they leave nothing when they succeed, and their problem's correlation id leads here.
            refusals.record(
                    call,
                    operation.attemptName(),
                    AuditTarget.of(operation, path),
                    problem.code(),
                    problem.getMessage());
            throw e;
        }
    }

    /** A refusal belongs into the trail of the tenant it happened in. */
    private static Call placed(Call call, Decision decision) {
        return switch (decision) {
            case Decision.Granted granted -> call.in(granted.tenantId(), granted.projectId());
            case Decision.Denied denied -> call.in(denied.tenantId(), denied.projectId());
            case Decision.Hidden hidden -> call;
        };
    }

    @Override
    protected ServletInvocableHandlerMethod createInvocableHandlerMethod(HandlerMethod handler) {
        return new PipelinedMethod(handler, pipeline, downloads);
    }

    @SuppressWarnings("unchecked") // Spring documents the attribute as a map of strings
    private static Map<String, String> pathVariables(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : (Map<String, String>) variables;
    }

    private static final class PipelinedMethod extends ServletInvocableHandlerMethod {

        private final Pipeline pipeline;
        private final DownloadPlaces downloads;

        PipelinedMethod(HandlerMethod handler, Pipeline pipeline, DownloadPlaces downloads) {
            super(handler);
            this.pipeline = pipeline;
            this.downloads = downloads;
        }

        @Override
        protected @Nullable Object doInvoke(@Nullable Object... arguments) throws Exception {
            Admission admission = ADMITTED.get().with(AuditDetail.of(arguments));
            StreamingResponseBody[] streamed = new StreamingResponseBody[1];
            try (DownloadPlaces.Place place = downloads.place()) {
                Answer answer = pipeline.execute(admission, () -> {
                    Object result = invokeHandler(arguments);
                    if (result instanceof Download) {
                        place.take();
                    }
                    if (result instanceof StreamingResponseBody body) {
                        streamed[0] = body;
                        return null;
                    }
                    return result;
                });
                return switch (streamed[0]) {
                    case null -> answer.entity();
                    case Download download -> ArrivedRequest.stream(download);
                    case ServerSentEvents events -> ArrivedRequest.stream(events);
                    default -> throw new IllegalStateException("a handler streams a Download or an ServerSentEvents");
                };
            }
        }

        private @Nullable Object invokeHandler(@Nullable Object... arguments) {
            try {
                return super.doInvoke(arguments);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a handler threw a checked exception", e);
            }
        }
    }
}
