package io.gpuaas.controlplane.sbom;

import io.gpuaas.controlplane.sbom.UnusableSbomException.Reason;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * The packages that an SBOM lists. Reads CycloneDX 1.4 to 1.6 and SPDX 2.2 and 2.3, both as JSON, token by token, so that
 * memory grows with the packages and not with the document.
 *
 * @param packages each purl once
 * @param unnamed components that have no purl, or one that cannot be read
 */
public record Sbom(Format format, Set<PackageUrl> packages, int unnamed) {

    public static final int BYTES_MAX = 8 * 1024 * 1024;
    public static final int COMPONENTS_MAX = 20_000;

    /** Of components within components. */
    private static final int COMPONENT_DEPTH_MAX = 8;

    private static final int NESTING_MAX = 64;
    private static final int TOKENS_MAX = 2_000_000;
    private static final int TEXT_MAX = 1024 * 1024;
    private static final Set<String> CYCLONE_VERSIONS = Set.of("1.4", "1.5", "1.6");
    private static final Set<String> SPDX_VERSIONS = Set.of("SPDX-2.2", "SPDX-2.3");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(BYTES_MAX)
                    .maxNestingDepth(NESTING_MAX)
                    .maxTokenCount(TOKENS_MAX)
                    .maxStringLength(TEXT_MAX)
                    .maxNameLength(1_000)
                    .maxNumberLength(100)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The form of an SBOM. */
    public enum Format {
        CYCLONEDX,
        SPDX
    }

    public Sbom {
        packages = Set.copyOf(packages);
    }

    public static Sbom read(Format format, byte[] json) throws UnusableSbomException {
        if (json.length > BYTES_MAX) {
            throw new UnusableSbomException(Reason.TOO_LARGE);
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return new Reading(parser).read(format);
        } catch (StreamConstraintsException e) {
            throw new UnusableSbomException(Reason.TOO_DEEP);
        } catch (JacksonException e) {
            throw new UnusableSbomException(Reason.UNREADABLE);
        }
    }

    /** One pass over a document. */
    private static final class Reading {

        private final JsonParser parser;
        private final Set<PackageUrl> packages = new LinkedHashSet<>();
        private int components;
        private int unnamed;

        Reading(JsonParser parser) {
            this.parser = parser;
        }

        Sbom read(Format format) throws UnusableSbomException {
            require(parser.nextToken() == JsonToken.START_OBJECT);
            boolean isCyclone = format == Format.CYCLONEDX;
            boolean isNamed = !isCyclone;
            boolean isKnown = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals(isCyclone ? "components" : "packages")) {
                    list(value, isCyclone, 1);
                } else if (isCyclone && name.equals("bomFormat")) {
                    isNamed = text(value).equals("CycloneDX");
                } else if (name.equals(isCyclone ? "specVersion" : "spdxVersion")) {
                    isKnown = (isCyclone ? CYCLONE_VERSIONS : SPDX_VERSIONS).contains(text(value));
                } else {
                    parser.skipChildren();
                }
            }
            if (!isNamed || !isKnown) {
                throw new UnusableSbomException(Reason.UNSUPPORTED_FORM);
            }
            require(parser.nextToken() == null);
            return new Sbom(format, packages, unnamed);
        }

        private void list(JsonToken token, boolean isCyclone, int depth) throws UnusableSbomException {
            require(token == JsonToken.START_ARRAY);
            if (depth > COMPONENT_DEPTH_MAX) {
                throw new UnusableSbomException(Reason.TOO_DEEP);
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(parser.currentToken() == JsonToken.START_OBJECT);
                if (++components > COMPONENTS_MAX) {
                    throw new UnusableSbomException(Reason.TOO_MANY_COMPONENTS);
                }
                boolean isFound = isCyclone ? component(depth) : spdxPackage();
                unnamed += isFound ? 0 : 1;
            }
        }

        /** False when the component has no purl that can be read. */
        private boolean component(int depth) throws UnusableSbomException {
            boolean isFound = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("purl")) {
                    isFound = add(text(value));
                } else if (name.equals("components")) {
                    list(value, true, depth + 1);
                } else {
                    parser.skipChildren();
                }
            }
            return isFound;
        }

        private boolean spdxPackage() throws UnusableSbomException {
            boolean isFound = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("externalRefs")) {
                    require(value == JsonToken.START_ARRAY);
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        isFound |= externalReference();
                    }
                } else {
                    parser.skipChildren();
                }
            }
            return isFound;
        }

        private boolean externalReference() throws UnusableSbomException {
            require(parser.currentToken() == JsonToken.START_OBJECT);
            String type = "";
            String locator = "";
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("referenceType")) {
                    type = text(value);
                } else if (name.equals("referenceLocator")) {
                    locator = text(value);
                } else {
                    parser.skipChildren();
                }
            }
            return type.equals("purl") && add(locator);
        }

        /** A package may have many references, so they are counted too. */
        private boolean add(String purl) throws UnusableSbomException {
            if (packages.size() >= COMPONENTS_MAX) {
                throw new UnusableSbomException(Reason.TOO_MANY_COMPONENTS);
            }
            Optional<PackageUrl> found = PackageUrl.parse(purl);
            found.ifPresent(packages::add);
            return found.isPresent();
        }

        private String text(JsonToken value) throws UnusableSbomException {
            require(value == JsonToken.VALUE_STRING);
            return parser.getString();
        }

        private static void require(boolean condition) throws UnusableSbomException {
            if (!condition) {
                throw new UnusableSbomException(Reason.UNREADABLE);
            }
        }
    }
}
