package io.gpuaas.controlplane.console;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.resource.ResourceTransformer;
import org.springframework.web.servlet.resource.ResourceTransformerChain;
import org.springframework.web.servlet.resource.TransformedResource;

/**
 * Writes into a page the nonce by which its policy recognises styles of our own scripts. Every answer has a new one, so
 * that injected markup cannot contain it.
 */
class PageNonce implements ResourceTransformer {

    static final String ATTRIBUTE = PageNonce.class.getName();

    private static final String PAGE = "index.html";
    private static final String PLACE = "{style-nonce}";

    @Override
    public Resource transform(HttpServletRequest request, Resource resource, ResourceTransformerChain chain)
            throws IOException {
        Resource file = chain.transform(request, resource);
        if (!PAGE.equals(file.getFilename()) || !(request.getAttribute(ATTRIBUTE) instanceof String nonce)) {
            return file;
        }
        String page = file.getContentAsString(StandardCharsets.UTF_8).replace(PLACE, nonce);
        return new TransformedResource(file, page.getBytes(StandardCharsets.UTF_8));
    }
}
