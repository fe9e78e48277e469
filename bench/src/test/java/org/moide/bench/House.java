package org.moide.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Set;

/** The classes that the architecture rules check: those of all modules, without tests. */
final class House {
    /** The modules whose classes are shipped. */
    static final Set<String> MODULES = Set.of(
            "commlib",
            "balance",
            "monitor",
            "engine",
            "coordinator",
            "hosts",
            "command",
            "samples",
            "library",
            "testkit");

    /**
     * The paths of the test kit's jar, which contains the simulated cluster, although that belongs to other modules'
     * tests (decision 91).
     */
    private static final List<String> OF_THE_TEST_KIT = List.of("/testkit/target/", "/moide-test-");

    private House() {}

    static JavaClasses classes() {
        return new ClassFileImporter().withImportOption(House::isOfItsModule).importPackages("org.moide");
    }

    private static boolean isOfItsModule(Location location) {
        if (location.contains("/org/moide/bench/")) {
            return false; // benches print and read the clock, and are not shipped
        }
        return !location.contains("/test-classes/") && OF_THE_TEST_KIT.stream().noneMatch(location::contains)
                || location.contains("/org/moide/test/")
                || location.contains("/org/moide/ExecutorInSimulation");
    }
}
