package io.gpuaas.agent;

import picocli.CommandLine.IVersionProvider;

final class Version implements IVersionProvider {

    /** The version of the jar; classes that were never packaged have none. */
    static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "0.0.0-unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"gpuaas agent " + current()};
    }
}
