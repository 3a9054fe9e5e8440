package io.gpuaas.controlplane.sbom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.controlplane.sbom.Sbom.Format;
import io.gpuaas.controlplane.sbom.UnusableSbomException.Reason;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SbomTest {

    private static final String CYCLONE = """
            {"bomFormat":"CycloneDX","specVersion":"1.6","version":1,
             "metadata":{"component":{"type":"container","name":"image"}},
             "components":[
               {"type":"library","name":"openssl","purl":"pkg:deb/debian/openssl@3.0.11-1~deb12u2?arch=amd64&distro=debian-12"},
               {"type":"library","name":"left-pad","purl":"pkg:npm/left-pad@1.3.0",
                "components":[{"type":"library","name":"inner","purl":"pkg:npm/%40scope/inner@2.0.0"}]},
               {"type":"library","name":"no purl"}],
             "dependencies":[{"ref":"a","dependsOn":["b"]}]}""";

    private static final String SPDX = """
            {"SPDXID":"SPDXRef-DOCUMENT","spdxVersion":"SPDX-2.3","name":"image",
             "packages":[
               {"SPDXID":"SPDXRef-1","name":"requests","versionInfo":"2.31.0","externalRefs":[
                 {"referenceCategory":"SECURITY","referenceType":"cpe23Type","referenceLocator":"cpe:2.3:a:x"},
                 {"referenceCategory":"PACKAGE-MANAGER","referenceType":"purl",
                  "referenceLocator":"pkg:pypi/Requests@2.31.0"}]},
               {"SPDXID":"SPDXRef-2","name":"no purl"}]}""";

    @Test
    void cycloneDxListsPackagesAlsoWithinOthers() throws Exception {
        Sbom sbom = Sbom.read(Format.CYCLONEDX, CYCLONE.getBytes(UTF_8));
        assertThat(sbom.packages())
                .extracting(PackageUrl::key, PackageUrl::version)
                .containsExactlyInAnyOrder(
                        tuple("pkg:deb/debian/openssl", "3.0.11-1~deb12u2"),
                        tuple("pkg:npm/left-pad", "1.3.0"),
                        tuple("pkg:npm/@scope/inner", "2.0.0"));
        assertThat(sbom.unnamed()).isEqualTo(1);
    }

    @Test
    void spdxListsPackagesByTheirPurl() throws Exception {
        Sbom sbom = Sbom.read(Format.SPDX, SPDX.getBytes(UTF_8));
        assertThat(sbom.packages()).containsExactly(new PackageUrl("pypi", "requests", "2.31.0"));
        assertThat(sbom.unnamed()).isEqualTo(1);
    }

    @Test
    void oneFormIsNotReadAsTheOther() {
        assertReason(Format.SPDX, CYCLONE, Reason.UNSUPPORTED_FORM);
        assertReason(Format.CYCLONEDX, SPDX, Reason.UNSUPPORTED_FORM);
        assertReason(Format.CYCLONEDX, CYCLONE.replace("1.6", "9.9"), Reason.UNSUPPORTED_FORM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "null",
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":{}}",
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[1]}",
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[{\"purl\":{}}]}",
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[]} {}",
                "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[],\"components\":[]}"
            })
    void whatIsNoSbomIsUnreadable(String text) {
        assertReason(Format.CYCLONEDX, text, Reason.UNREADABLE);
    }

    @Test
    void nestingHasAnEnd() {
        assertReason(Format.CYCLONEDX, document("{\"components\":[".repeat(9) + "]}".repeat(9)), Reason.TOO_DEEP);
        assertReason(
                Format.CYCLONEDX,
                document("{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"),
                Reason.TOO_DEEP);
    }

    @Test
    void theNumberOfComponentsHasAnEnd() throws Exception {
        String component = "{}";
        String atMost =
                IntStream.range(0, Sbom.COMPONENTS_MAX).mapToObj(i -> component).collect(Collectors.joining(","));
        assertThat(Sbom.read(Format.CYCLONEDX, document(atMost).getBytes(UTF_8)).unnamed())
                .isEqualTo(Sbom.COMPONENTS_MAX);
        assertReason(Format.CYCLONEDX, document(atMost + ",{}"), Reason.TOO_MANY_COMPONENTS);
        String references = IntStream.rangeClosed(0, Sbom.COMPONENTS_MAX)
                .mapToObj(i -> "{\"referenceType\":\"purl\",\"referenceLocator\":\"pkg:npm/p@" + i + "\"}")
                .collect(Collectors.joining(","));
        assertReason(
                Format.SPDX,
                "{\"spdxVersion\":\"SPDX-2.3\",\"packages\":[{\"externalRefs\":[" + references + "]}]}",
                Reason.TOO_MANY_COMPONENTS);
    }

    @Test
    void theNumberOfBytesHasAnEnd() {
        assertReason(Format.CYCLONEDX, document("") + " ".repeat(Sbom.BYTES_MAX), Reason.TOO_LARGE);
    }

    private static String document(String components) {
        return "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[" + components + "]}";
    }

    private static void assertReason(Format format, String text, Reason reason) {
        assertThatThrownBy(() -> Sbom.read(format, text.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        UnusableSbomException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @CsvSource({
        "pkg:npm/%40angular/core@12.3.1, pkg:npm/@angular/core, 12.3.1",
        "pkg:npm/@angular/core, pkg:npm/@angular/core,",
        "pkg:PyPI/Ruamel.Yaml_clib@0.2?a=b#c, pkg:pypi/ruamel-yaml-clib, 0.2",
        "pkg://golang/github.com/Foo/Bar@v1.0.0#sub, pkg:golang/github.com/foo/bar, v1.0.0",
        "pkg:deb/debian/openssl@1%3A3.0, pkg:deb/debian/openssl, 1:3.0"
    })
    void aPurlHasOneKeyHoweverItIsWritten(String text, String key, String version) {
        PackageUrl found = PackageUrl.parse(text).orElseThrow();
        assertThat(found.key()).isEqualTo(key);
        assertThat(found.version()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "npm/a",
                "pkg:npm",
                "pkg:npm/",
                "pkg:/a",
                "pkg:np m/a",
                "pkg:npm/a%zz",
                "pkg:npm/a%00",
                "pkg:npm/a%2Fb"
            })
    void whatIsNoPurlIsNotRead(String text) {
        assertThat(PackageUrl.parse(text)).isEmpty();
    }

    @Test
    void aLongPurlIsNotRead() {
        assertThat(PackageUrl.parse("pkg:npm/" + "a".repeat(500))).isEmpty();
    }
}
