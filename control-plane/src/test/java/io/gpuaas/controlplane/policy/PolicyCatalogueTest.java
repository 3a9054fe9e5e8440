package io.gpuaas.controlplane.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gpuaas.api.PolicyScope;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class PolicyCatalogueTest {

    private static PolicyKey<Long> key(String name) {
        return PolicyKey.integer(name, 1, 0, 2, "units", List.of(PolicyScope.GLOBAL), "A test.");
    }

    @Test
    void aNameDeclaredTwiceStopsTheStart() {
        PolicyDeclarations one = () -> List.of(key("a.one"), key("a.two"));
        PolicyDeclarations other = () -> List.of(key("a.two"));

        assertThatThrownBy(() -> new PolicyCatalogue(List.of(one, other)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a.two is declared twice");
        assertThat(new PolicyCatalogue(List.of(one)).all())
                .extracting(PolicyKey::name)
                .containsExactly("a.one", "a.two");
    }

    /** A key that its domain forgot to list would work, and could neither be seen nor set. */
    @Test
    void everyKeyOfEveryDomainIsInTheCatalogue() {
        Stream<JavaField> fields = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpuaas.controlplane")
                        .stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                        .filter(field -> field.getRawType().isEquivalentTo(PolicyKey.class));
        List<String> declared = fields.map(PolicyCatalogueTest::nameOf).toList();

        assertThat(TestControlPlane.shared().bean(PolicyCatalogue.class).all())
                .extracting(PolicyKey::name)
                .containsExactlyInAnyOrderElementsOf(declared)
                .hasSizeGreaterThan(50);
    }

    private static String nameOf(JavaField constant) {
        try {
            var field = constant.reflect();
            field.setAccessible(true);
            return ((PolicyKey<?>) field.get(null)).name();
        } catch (IllegalAccessException e) {
            throw new AssertionError(constant.getFullName(), e);
        }
    }
}
