package io.gpuaas.controlplane.sbom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.sbom.VersionRange.Cover;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRangeTest {

    /** Each version is lower than the one after it. Those of deb are from Debian's policy and dpkg's tests. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deb 1.0~~ 1.0~rc1 1.0 1.0-1~deb12u2 1.0-1 1.0-1+b1 1.0a 1.0+dfsg 1.2 1.10 1:0.5 2:0.1",
                "rpm 1.0~rc1-1 1.0-1 1.0-2.el9 1.0-10.el9 1.1-1",
                "npm 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0"
                        + " 1.0.1",
                "golang v0.0.0-20230101000000-abcdefabcdef v0.0.0-20240101000000-abcdefabcdef v0.1.0 v0.10.0 v1.0.0",
                "pypi 1.0.dev1 1.0a1 1.0b2 1.0rc1 1.0 1.0.post1 1.0.1 1.1 1.10",
                "maven 1.0-alpha-1 1.0-beta-2 1.0-rc1 1.0-SNAPSHOT 1.0 1.0-sp1 1.0.1 1.2 1.10",
                "apk 1.2.3 1.2.3-r1 1.2.3-r10 1.2.4-r0"
            })
    void versionsAreInOrder(String line) {
        List<String> parts = List.of(line.split(" +"));
        VersionOrder order = VersionOrder.of(parts.getFirst());
        for (int i = 1; i < parts.size(); i++) {
            for (int j = 1; j < parts.size(); j++) {
                assertThat(Integer.signum(order.compare(parts.get(i), parts.get(j))))
                        .as(parts.getFirst() + ": " + parts.get(i) + " and " + parts.get(j))
                        .isEqualTo(Integer.signum(Integer.compare(i, j)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "npm, v1.2.3, 1.2.3",
        "npm, 1.2.3+build.5, 1.2.3",
        "pypi, 1.0, 1.0.0",
        "pypi, 2.3.0+cu118, 2.3.0",
        "maven, 1.0.Final, 1.0",
        "deb, 0:1.0-1, 1.0-1"
    })
    void someVersionsAreEqual(String type, String one, String other) {
        assertThat(VersionOrder.of(type).compare(one, other)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deb | <3.0.15-1~deb12u1 | 3.0.11-1~deb12u2 | COVERED",
                "deb | <3.0.15-1~deb12u1 | 3.0.15-1~deb12u1 | NOT_COVERED",
                "npm | >=1.0, <1.4.2 | 1.4.2-rc.1 | COVERED",
                "npm | >=1.0, <1.4.2 | 1.4.2 | NOT_COVERED",
                "npm | >=1.0, <1.4.2 | 0.9.9 | NOT_COVERED",
                "npm | <1 | | PERHAPS",
                "npm | <1 | main | PERHAPS",
                "npm | * | | COVERED"
            })
    void aRangeCoversVersionsAndSaysWhatItCannotCompare(String type, String range, String version, Cover cover) {
        assertThat(VersionRange.parse(type, range).covers(version)).isEqualTo(cover);
    }

    @Test
    void alternativesAddUp() {
        VersionRange range = VersionRange.parse("npm", "<1.2 || >=2.0, <2.3 || =3.0.0");
        assertThat(range.covers("1.1.9")).isEqualTo(Cover.COVERED);
        assertThat(range.covers("1.2.0")).isEqualTo(Cover.NOT_COVERED);
        assertThat(range.covers("2.2.9")).isEqualTo(Cover.COVERED);
        assertThat(range.covers("3.0.0")).isEqualTo(Cover.COVERED);
        assertThat(range.covers("3.0.1")).isEqualTo(Cover.NOT_COVERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.2", "~1.2", "<", "< main", ">=1 <2", "<1,", "|| <1"})
    void whatIsNoRangeIsRefused(String text) {
        assertThatThrownBy(() -> VersionRange.parse("npm", text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRangeHasFewComparisons() {
        assertThatThrownBy(() -> VersionRange.parse("npm", "<1".concat(",<1".repeat(20))))
                .hasMessageContaining("more than 20");
    }
}
