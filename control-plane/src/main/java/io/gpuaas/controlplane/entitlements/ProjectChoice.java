package io.gpuaas.controlplane.entitlements;

import io.gpuaas.manifest.json.Json;

/** The defaults of parameters and the sharing levels that a project chose. */
public record ProjectChoice(Json.Obj defaults, boolean allowsLinks, boolean allowsPublic) {}
