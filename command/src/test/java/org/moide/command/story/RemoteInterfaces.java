package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.ReferencedClassObject;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.moide.commlib.port.ObjectSpace;

/**
 * The interfaces that MOIDE's code calls through {@link ObjectSpace}. They are found in class files, so that no new
 * interface is forgotten.
 */
final class RemoteInterfaces {
    private RemoteInterfaces() {}

    /** Returns all interfaces that MOIDE's code calls through the object space. */
    static Set<Class<?>> all() {
        Set<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                // Interfaces of the simulated cluster are never called over a network.
                .withImportOption(location -> !location.contains("/org/moide/commlib/sim/"))
                .importPackages(
                        "org.moide.commlib",
                        "org.moide.engine",
                        "org.moide.coordinator",
                        "org.moide.hosts",
                        "org.moide.command")) {
            for (JavaCodeUnit code : type.getCodeUnits()) {
                if (!type.isAssignableTo(ObjectSpace.class)
                        && code.getMethodCallsFromSelf().stream().anyMatch(RemoteInterfaces::namesAnInterface)) {
                    Set<Class<?>> here = named(code);
                    assertThat(here).as("interfaces named by %s", code).isNotEmpty();
                    found.addAll(here);
                }
            }
        }
        return found;
    }

    private static boolean namesAnInterface(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(ObjectSpace.class)
                && (call.getName().equals("export") || call.getName().equals("proxy"));
    }

    private static Set<Class<?>> named(JavaCodeUnit code) {
        Set<Class<?>> named = new TreeSet<>(Comparator.comparing(Class::getName));
        for (ReferencedClassObject object : code.getReferencedClassObjects()) {
            if (object.getRawType().isInterface()) {
                named.add(object.getRawType().reflect());
            }
        }
        return named;
    }
}
