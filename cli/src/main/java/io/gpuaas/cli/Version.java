package io.gpuaas.cli;

import picocli.CommandLine.IVersionProvider;

final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Gpuaas.class.getPackage().getImplementationVersion();
        return new String[] {"gpuaas " + (version == null ? "unpackaged" : version)};
    }
}
