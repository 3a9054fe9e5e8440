package io.gpuaas.cli.output;

/** The formats in which an answer can be printed. */
public enum Form {
    TABLE,
    JSON,
    YAML
}
