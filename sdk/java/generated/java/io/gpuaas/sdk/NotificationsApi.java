// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

/** Mail the platform wrote. */
public final class NotificationsApi {

    private final Transport transport;

    NotificationsApi(Transport transport) {
        this.transport = transport;
    }

    /** Read the mail the platform wrote, newest first. */
    public MailPage listMail(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/mail")
                .page(page)
                .accept("application/json");
        return transport.send(call, MailPage.class);
    }
}
