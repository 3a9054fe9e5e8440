package io.gpuaas.controlplane.listeners;

import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Guards a listener: refuses ambiguous request targets before anything is routed, and determines the client's address.
 */
public final class ArrivalValve extends ValveBase {

    private final ClientAddresses addresses;
    private final Listener listener;

    public ArrivalValve(ClientAddresses addresses, Listener listener) {
        super(true);
        this.addresses = addresses;
        this.listener = listener;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!RequestTarget.isPlain(request.getRequestURI())) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        request.setRemoteAddr(addresses.of(request, listener));
        getNext().invoke(request, response);
    }
}
