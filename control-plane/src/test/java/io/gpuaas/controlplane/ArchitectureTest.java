package io.gpuaas.controlplane;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.gpuaas.api.ContractOperation;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rules of the house, enforced. */
class ArchitectureTest {

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gpuaas");

    @Test
    void modulesMeetThroughTheirFacadesAndWithoutCycles() {
        ApplicationModules.of(ControlPlane.class).verify();
    }

    @Test
    void everyHandlerImplementsTheContractAndDeclaresNoRouteOfItsOwn() {
        classes()
                .that()
                .areAnnotatedWith(RestController.class)
                .or()
                .areAnnotatedWith(Controller.class)
                .should(implementAnInterfaceOfTheContract())
                .check(PRODUCT);
        methods()
                .that()
                .areDeclaredInClassesThat(resideInAPackage("io.gpuaas.controlplane.."))
                .should()
                .notBeMetaAnnotatedWith(RequestMapping.class)
                .check(PRODUCT);
    }

    @Test
    void backgroundWorkIsDeclaredAsRounds() {
        methods()
                .should()
                .notBeAnnotatedWith(Scheduled.class)
                .andShould()
                .notBeAnnotatedWith(Schedules.class)
                .because("rounds are listed, measured and stopped by platform.Rounds")
                .check(PRODUCT);
    }

    private static ArchCondition<JavaClass> implementAnInterfaceOfTheContract() {
        return new ArchCondition<>("implement a generated interface of the contract") {
            @Override
            public void check(JavaClass handler, ConditionEvents events) {
                boolean implemented = handler.getAllRawInterfaces().stream()
                        .anyMatch(type -> type.getMethods().stream()
                                .anyMatch(method -> method.isAnnotatedWith(ContractOperation.class)));
                events.add(new SimpleConditionEvent(
                        handler, implemented, handler.getName() + " is no handler of the contract"));
            }
        };
    }

    @Test
    void onlyTheRelayPublishes() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.gpuaas.controlplane.events.OutboxRelay")
                .should()
                .callMethodWhere(calls("io.gpuaas.controlplane.events.EventBus", "publish"))
                .check(PRODUCT);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.gpuaas.controlplane.events")
                .should()
                .dependOnClassesThat(resideInAPackage("io.nats.."))
                .check(PRODUCT);
    }

    @Test
    void onlyThePipelineAudits() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.gpuaas.controlplane.pipeline..", "io.gpuaas.controlplane.audit..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.gpuaas.controlplane.audit.AuditTrail")
                .check(PRODUCT);
    }

    /** A state is made by the machine alone, read from its row, and written to it in one place. */
    @Test
    void onlyTheStateMachineMovesAllocations() {
        String allocations = "io.gpuaas.controlplane.allocations.";
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(allocations + "AllocationStateMachine")
                .and()
                .doNotHaveFullyQualifiedName(allocations + "AllocationColumns")
                .and()
                .doNotHaveFullyQualifiedName(allocations + "AllocationRecord$Standing")
                .should()
                .callConstructorWhere(new DescribedPredicate<JavaConstructorCall>("make a state") {
                    @Override
                    public boolean test(JavaConstructorCall call) {
                        return call.getTargetOwner().getName().equals(allocations + "AllocationRecord$Standing");
                    }
                })
                .check(PRODUCT);
        noClasses()
                .that()
                .resideInAPackage("io.gpuaas.controlplane..")
                .and()
                .doNotHaveFullyQualifiedName(allocations + "AllocationStore")
                .should(write("allocations.allocation"))
                .check(PRODUCT);
    }

    private static ArchCondition<JavaClass> write(String table) {
        return new ArchCondition<>("write to " + table) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                ConstantPool.strings(type).stream()
                        .filter(text -> text.matches("(?is).*\\b(update|into)\\s+" + table + "\\b.*"))
                        .forEach(text -> events.add(
                                SimpleConditionEvent.satisfied(type, type.getName() + " writes: " + text.strip())));
            }
        };
    }

    /** Until such a stream is closed it keeps a connection of the pool; lists do not. */
    @Test
    void rowsAreStreamedOnlyWhereTheStreamIsClosed() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.gpuaas.controlplane.audit.AuditStore")
                .and()
                .doNotHaveFullyQualifiedName("io.gpuaas.controlplane.billing.FocusExport")
                .should()
                .callMethodWhere(calls("org.springframework.jdbc.core.simple.JdbcClient$MappedQuerySpec", "stream"))
                .check(PRODUCT);
    }

    @Test
    void timeComesFromTheClock() {
        noClasses()
                .should()
                .callMethodWhere(new DescribedPredicate<JavaMethodCall>("time is read without an injected Clock") {
                    @Override
                    public boolean test(JavaMethodCall call) {
                        String owner = call.getTargetOwner().getFullName();
                        boolean now =
                                owner.startsWith("java.time.") && call.getName().equals("now");
                        boolean millis = owner.equals("java.lang.System")
                                && call.getName().equals("currentTimeMillis");
                        boolean clock = owner.equals(Clock.class.getName())
                                && call.getName().startsWith("system");
                        return (now || millis || clock)
                                && !call.getOriginOwner().getSimpleName().equals("TimeConfiguration");
                    }
                })
                .check(PRODUCT);
    }

    @Test
    void aDomainTouchesOnlyItsOwnSchema() {
        classes()
                .that()
                .resideInAPackage("io.gpuaas.controlplane..")
                .should(nameOnlyItsOwnSchema())
                .check(PRODUCT);
    }

    /** Reads the string constants out of the class file: a table is named as schema.table. */
    private static ArchCondition<JavaClass> nameOnlyItsOwnSchema() {
        return new ArchCondition<>("name only tables of its own schema") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String own = type.getPackageName()
                        .replace("io.gpuaas.controlplane", "")
                        .replaceFirst("^\\.", "")
                        .replaceFirst("\\..*", "");
                for (String schema : io.gpuaas.controlplane.platform.database.Migrations.DOMAINS) {
                    if (!schema.equals(own)) {
                        ConstantPool.strings(type).stream()
                                .filter(text -> text.matches(
                                        "(?is).*\\b(from|join|into|update|table|truncate)\\s+" + schema + "\\.\\w.*"))
                                .forEach(text -> events.add(SimpleConditionEvent.violated(
                                        type, type.getName() + " names a table of " + schema + ": " + text.strip())));
                    }
                }
            }
        };
    }

    @Test
    void theKernelKnowsOnlyTheJdk() {
        noClasses()
                .that()
                .resideInAPackage("io.gpuaas.kernel..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "org.springframework..",
                        "tools.jackson..",
                        "io.gpuaas.controlplane..",
                        "io.gpuaas.api..")
                .check(PRODUCT);
    }

    @Test
    void packagesSayWhatTheyAre() {
        for (JavaPackage each : PRODUCT.getPackage("io.gpuaas.controlplane").getSubpackagesInTree()) {
            if (!each.getClasses().isEmpty()) {
                org.assertj.core.api.Assertions.assertThat(each.tryGetPackageInfo()
                                .map(info -> info.isAnnotatedWith(org.jspecify.annotations.NullMarked.class)))
                        .as(each.getName() + " is @NullMarked in its package-info")
                        .contains(true);
            }
        }
    }

    private static DescribedPredicate<JavaMethodCall> calls(String owner, String name) {
        return new DescribedPredicate<>("call " + owner + "." + name) {
            @Override
            public boolean test(JavaMethodCall call) {
                return call.getName().equals(name) && call.getTargetOwner().isAssignableTo(owner);
            }
        };
    }
}
