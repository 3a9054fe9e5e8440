package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns every failure into a catalogued problem. An unrecognised one is a bug of ours. */
@Component
class Problems {

    ProblemException of(Throwable error) {
        return switch (error) {
            case ProblemException problem -> problem;
            case HttpMessageNotReadableException unreadable -> unreadable(unreadable);
            case MethodArgumentNotValidException invalid ->
                invalid(invalid.getBindingResult().getFieldErrors().stream()
                        .map(Problems::violation)
                        .toList());
            case HandlerMethodValidationException invalid -> invalid(violations(invalid));
            case MethodArgumentTypeMismatchException mismatch -> mismatch(mismatch);
            case MissingServletRequestParameterException missing ->
                ProblemException.invalid(missing.getParameterName(), "is required");
            case HttpRequestMethodNotSupportedException method ->
                ProblemException.of(
                        ErrorCode.METHOD_NOT_ALLOWED, "This path does not support " + method.getMethod() + ".");
            case InvalidParameterException parameter ->
                ProblemException.of(
                        ErrorCode.REQUEST_MALFORMED, "A query or form parameter has no name or cannot be decoded.");
            case HttpMediaTypeNotSupportedException type ->
                ProblemException.of(ErrorCode.MEDIA_TYPE_UNSUPPORTED, "Send the body as application/json.");
            case HttpMediaTypeNotAcceptableException type ->
                ProblemException.of(ErrorCode.NOT_ACCEPTABLE, "None of the accepted media types is available.");
            case NoResourceFoundException none -> ProblemException.notFound("address");
            case NoHandlerFoundException none -> ProblemException.notFound("address");
            case CannotCreateTransactionException busy -> overloaded(busy);
            case CannotGetJdbcConnectionException busy -> overloaded(busy);
            case PessimisticLockingFailureException busy -> overloaded(busy);
            case QueryTimeoutException busy -> overloaded(busy);
            case DataAccessException text
            when DatabaseTrouble.unstorableText(text) ->
                ProblemException.of(ErrorCode.REQUEST_INVALID, "Text must not contain the NUL character.");
            case DataAccessException busy when DatabaseTrouble.passing(busy) -> overloaded(busy);
            case TransientDataAccessResourceException busy -> overloaded(busy);
            default -> wrapped(error);
        };
    }

    private ProblemException wrapped(Throwable error) {
        // A filter sees what the servlet container wrapped.
        if (error instanceof jakarta.servlet.ServletException && error.getCause() != null) {
            return of(error.getCause());
        }
        return ProblemException.caused(ErrorCode.INTERNAL_ERROR, "The request failed and changed nothing.", error);
    }

    private static ProblemException overloaded(Exception cause) {
        return ProblemException.retryLater(
                ErrorCode.OVERLOADED,
                "The server could not process the request in time.",
                Duration.ofSeconds(1),
                cause);
    }

    private static ProblemException unreadable(HttpMessageNotReadableException unreadable) {
        return switch (unreadable.getCause()) {
            case StreamReadException malformed ->
                ProblemException.of(
                        ErrorCode.REQUEST_MALFORMED, "The body is not valid JSON" + position(malformed) + ".");
            case UnrecognizedPropertyException unknown ->
                ProblemException.invalid(pointer(unknown), "is not a known field");
            case DatabindException trailing
            when trailing.getOriginalMessage().startsWith("Trailing token") ->
                ProblemException.of(ErrorCode.REQUEST_MALFORMED, "The body has extra data after the JSON value.");
            case DatabindException mismatch ->
                ProblemException.invalid(pointer(mismatch), "has the wrong type or format");
            case ProblemException problem -> problem;
            case null, default ->
                ProblemException.of(ErrorCode.REQUEST_MALFORMED, "The body is missing or cannot be read.");
        };
    }

    private static String position(JacksonException malformed) {
        return Optional.ofNullable(malformed.getLocation())
                .filter(where -> where.getLineNr() > 0)
                .map(where -> " at line " + where.getLineNr() + ", column " + where.getColumnNr())
                .orElse("");
    }

    private static String pointer(DatabindException error) {
        return error.getPath().stream()
                .map(step -> step.getPropertyName() != null ? step.getPropertyName() : String.valueOf(step.getIndex()))
                .collect(Collectors.joining("/", "/", ""));
    }

    private static ProblemException mismatch(MethodArgumentTypeMismatchException mismatch) {
        return mismatch.getCause() instanceof Exception cause
                        && rootProblem(cause).isPresent()
                ? rootProblem(cause).get()
                : ProblemException.invalid(mismatch.getName(), "has the wrong type or format");
    }

    private static Optional<ProblemException> rootProblem(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException problem) {
                return Optional.of(problem);
            }
        }
        return Optional.empty();
    }

    private static ProblemException invalid(List<Violation> violations) {
        String detail = violations.isEmpty()
                ? "The request is invalid."
                : violations.getFirst().field() + " " + violations.getFirst().message();
        return ProblemException.invalid(detail, violations);
    }

    private static List<Violation> violations(HandlerMethodValidationException invalid) {
        List<Violation> violations = new ArrayList<>();
        for (ParameterValidationResult result : invalid.getParameterValidationResults()) {
            if (result instanceof ParameterErrors body) {
                body.getFieldErrors().forEach(error -> violations.add(violation(error)));
            } else {
                result.getResolvableErrors()
                        .forEach(error -> violations.add(
                                new Violation(parameterName(result), String.valueOf(error.getDefaultMessage()))));
            }
        }
        return violations;
    }

    private static String parameterName(ParameterValidationResult result) {
        RequestParam query = result.getMethodParameter().getParameterAnnotation(RequestParam.class);
        PathVariable path = result.getMethodParameter().getParameterAnnotation(PathVariable.class);
        return query != null ? query.name() : path != null ? path.value() : "request";
    }

    private static Violation violation(FieldError error) {
        return new Violation("/" + wireName(error.getField()), String.valueOf(error.getDefaultMessage()));
    }

    /** createdAt becomes created_at, and a path of fields a JSON pointer. */
    static String wireName(String property) {
        return property.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replace('.', '/')
                .replaceAll("\\[(\\d+)]", "/$1")
                .toLowerCase(Locale.ROOT);
    }
}
