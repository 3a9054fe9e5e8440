package io.gpuaas.cli.command;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Handles SIGINT and SIGTERM instead of ending this process. The JDK has no supported interface for this; where the
 * unsupported one is missing, the signals end the process as usual.
 */
final class Interrupts {

    private Interrupts() {}

    static void handle(Consumer<String> handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            for (String name : new String[] {"INT", "TERM"}) {
                Object handling = Proxy.newProxyInstance(
                        Interrupts.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                handler.accept(name);
                            }
                            return null;
                        });
                signal.getMethod("handle", signal, handlerType)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
            }
        } catch (ReflectiveOperationException e) {
            // The signals keep their usual meaning.
        }
    }
}
