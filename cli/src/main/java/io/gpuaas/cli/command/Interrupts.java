package io.gpuaas.cli.command;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Handles SIGINT and SIGTERM instead of ending this process. The JDK has no supported interface for this; where the
 * unsupported one is missing, the signals end the process as usual.
 */
final class Interrupts {

    private Interrupts() {}

    private interface Restoring {

        void run() throws ReflectiveOperationException;
    }

    /** Returns an action that restores the earlier handlers. */
    static Runnable handle(Consumer<String> handler) {
        Deque<Restoring> before = new ArrayDeque<>();
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Method handle = signal.getMethod("handle", signal, handlerType);
            for (String name : new String[] {"INT", "TERM"}) {
                Object handling = Proxy.newProxyInstance(
                        Interrupts.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                handler.accept(name);
                            }
                            return null;
                        });
                Object one = signal.getConstructor(String.class).newInstance(name);
                Object earlier = Objects.requireNonNull(handle.invoke(null, one, handling));
                before.push(() -> handle.invoke(null, one, earlier));
            }
        } catch (ReflectiveOperationException e) {
            // The signals keep their usual meaning.
        }
        return () -> before.forEach(Interrupts::restore);
    }

    private static void restore(Restoring one) {
        try {
            one.run();
        } catch (ReflectiveOperationException e) {
            // The signal keeps this handler.
        }
    }
}
