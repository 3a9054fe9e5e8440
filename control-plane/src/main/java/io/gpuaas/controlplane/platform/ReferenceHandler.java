package io.gpuaas.controlplane.platform;

import io.gpuaas.api.Blame;
import io.gpuaas.api.ErrorCatalogue;
import io.gpuaas.api.ErrorDescription;
import io.gpuaas.api.ReferenceApi;
import io.gpuaas.kernel.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReferenceHandler implements ReferenceApi {

    @Override
    public ErrorCatalogue listErrorCodes() {
        return new ErrorCatalogue(Arrays.stream(ErrorCode.values())
                .map(ReferenceHandler::describe)
                .toList());
    }

    @Override
    public ErrorDescription getErrorCode(String code) {
        return ErrorCode.find(code)
                .map(ReferenceHandler::describe)
                .orElseThrow(() -> ProblemException.notFound("error code"));
    }

    private static ErrorDescription describe(ErrorCode code) {
        return new ErrorDescription(
                code.code(),
                code.status(),
                Blame.fromWire(code.blame().name().toLowerCase(Locale.ROOT)),
                code.title(),
                code.explanation());
    }
}
