package io.gpuaas.controlplane.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.ResourceResolverChain;

/** The smallest file a browser can read. Spring takes the coding browsers name first, which is the larger. */
class CompressedFiles extends EncodedResourceResolver {

    @Override
    protected @Nullable Resource resolveResourceInternal(
            @Nullable HttpServletRequest request,
            String path,
            List<? extends Resource> locations,
            ResourceResolverChain chain) {
        return super.resolveResourceInternal(
                request == null ? null : new SmallestFirst(request), path, locations, chain);
    }

    private static final class SmallestFirst extends HttpServletRequestWrapper {

        SmallestFirst(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            String value = super.getHeader(name);
            boolean mayBeBrotli = HttpHeaders.ACCEPT_ENCODING.equalsIgnoreCase(name)
                    && value != null
                    && List.of(value.replace(" ", "").split(",", -1)).contains("br");
            return mayBeBrotli ? "br, " + value : value;
        }
    }
}
