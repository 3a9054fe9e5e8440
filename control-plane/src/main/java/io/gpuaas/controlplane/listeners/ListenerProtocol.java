package io.gpuaas.controlplane.listeners;

import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP protocol of all listeners. Where configured proxies send a header of the PROXY protocol, it is read as a
 * first part of the handshake, before TLS and without a waiting thread.
 */
public class ListenerProtocol extends Http11NioProtocol {

    public ListenerProtocol() {
        super(new Endpoint());
    }

    /** To be called before the start. */
    public final ListenerProtocol at(Listener listener, ClientAddresses addresses) {
        ((Endpoint) getEndpoint()).place = new Place(listener, addresses);
        return this;
    }

    private record Place(Listener listener, ClientAddresses addresses) {}

    private static final class Endpoint extends NioEndpoint {

        private volatile @Nullable Place place;

        @Override
        protected NioChannel createChannel(SocketBufferHandler buffer) {
            Place here = Objects.requireNonNull(place, "the listener is named before it starts");
            return isSSLEnabled() ? new SecureChannel(buffer, this, here) : new PlainChannel(buffer, here);
        }
    }

    /** Handles one connection before its TLS handshake. */
    private static final class Opening {

        private final Place place;
        private @Nullable ProxyHeader awaited;
        private @Nullable String connection;

        Opening(Place place) {
            this.place = place;
        }

        void begin(SocketChannel channel) {
            end();
            boolean declares = place.addresses().declares(channel.socket().getInetAddress(), place.listener());
            awaited = declares ? new ProxyHeader() : null;
        }

        boolean isOver() {
            return awaited == null;
        }

        boolean read(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
            ProxyHeader header = awaited;
            if (header == null) {
                return true;
            }
            if (!header.readFrom(channel)) {
                return false;
            }
            header.client().ifPresent(client -> {
                connection = wrapper.getServletConnection("http/1.1", "").getConnectionId();
                place.addresses().declare(connection, client);
            });
            awaited = null;
            return true;
        }

        void end() {
            String known = connection;
            if (known != null) {
                place.addresses().forget(known);
                connection = null;
            }
        }
    }

    private static final class PlainChannel extends NioChannel {

        private final Opening opening;

        PlainChannel(SocketBufferHandler buffer, Place place) {
            super(buffer);
            this.opening = new Opening(place);
        }

        @Override
        public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
            super.reset(channel, wrapper);
            opening.begin(channel);
        }

        @Override
        public boolean isHandshakeComplete() {
            return opening.isOver();
        }

        @Override
        public int handshake(boolean read, boolean write) throws IOException {
            return opening.read(sc, socketWrapper) ? 0 : SelectionKey.OP_READ;
        }

        @Override
        public void close() throws IOException {
            opening.end();
            super.close();
        }

        @Override
        public void close(boolean force) throws IOException {
            opening.end();
            super.close(force);
        }

        @Override
        public void free() {
            opening.end();
            super.free();
        }
    }

    private static final class SecureChannel extends SecureNioChannel {

        private final Opening opening;

        SecureChannel(SocketBufferHandler buffer, NioEndpoint endpoint, Place place) {
            super(buffer, endpoint);
            this.opening = new Opening(place);
        }

        @Override
        public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
            super.reset(channel, wrapper);
            opening.begin(channel);
        }

        @Override
        public boolean isHandshakeComplete() {
            return opening.isOver() && super.isHandshakeComplete();
        }

        @Override
        public int handshake(boolean read, boolean write) throws IOException {
            return opening.read(sc, socketWrapper) ? super.handshake(read, write) : SelectionKey.OP_READ;
        }

        @Override
        public void close() throws IOException {
            opening.end();
            super.close();
        }

        @Override
        public void close(boolean force) throws IOException {
            opening.end();
            super.close(force);
        }

        @Override
        public void free() {
            opening.end();
            super.free();
        }
    }
}
