package io.gpuaas.controlplane.payments;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives Stripe's deliveries. The exact bytes come first: bounded, then verified, and only then parsed. A delivery is
 * recorded and followed up by asking Stripe, so its content is not trusted, and the order of deliveries does not
 * matter.
 */
@SuppressWarnings("serial") // never serialised
class StripeWebhook extends HttpServlet {

    static final int BYTES_MAX = 256 * 1024;

    private static final Logger log = LoggerFactory.getLogger(StripeWebhook.class);

    private final WebhookSignature signature;
    private final WebhookInbox inbox;

    StripeWebhook(WebhookSignature signature, WebhookInbox inbox) {
        this.signature = signature;
        this.inbox = inbox;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BYTES_MAX + 1);
        if (body.length > BYTES_MAX) {
            response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        } else if (!signature.isOurs(body, request.getHeader("Stripe-Signature"))) {
            log.warn("refused a webhook delivery that Stripe did not sign, or signed too long ago");
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        } else if (!inbox.accept(body)) {
            log.warn("refused a signed webhook delivery that is no event");
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        }
    }
}
