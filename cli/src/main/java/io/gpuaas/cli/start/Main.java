package io.gpuaas.cli.start;

import io.gpuaas.cli.Gpuaas;
import io.gpuaas.cli.session.Surroundings;

/** Starts the command-line client as fast as the tricks of this package allow. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Surroundings.ofThisProcess(), args));
    }

    static int run(Surroundings surroundings, String... args) {
        // The version is printed before the head start could help.
        if (!Gpuaas.asksForVersion(args)) {
            HeadStart.begin();
        }
        return Gpuaas.run(surroundings, args);
    }
}
