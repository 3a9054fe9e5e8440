package io.gpuaas.cli;

import picocli.CommandLine.IVersionProvider;

final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    static String text() {
        String version = Gpuaas.class.getPackage().getImplementationVersion();
        return "gpuaas " + (version == null ? "unpackaged" : version);
    }
}
