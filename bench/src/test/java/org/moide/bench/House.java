package org.moide.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Set;

/** The classes over which rules hold: those of all modules, without their tests. */
final class House {
    /** The modules that are ours and have classes which somebody gets. */
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

    /** The test kit's jar has the simulated cluster in it, which belongs to the tests of others (decision 91). */
    private static final List<String> OF_THE_TEST_KIT = List.of("/testkit/target/", "/moide-test-");

    private House() {}

    static JavaClasses classes() {
        return new ClassFileImporter().withImportOption(House::isOfItsModule).importPackages("org.moide");
    }

    private static boolean isOfItsModule(Location location) {
        if (location.contains("/org/moide/bench/")) {
            return false; // benches print, and read the clock, and nobody gets them
        }
        return !location.contains("/test-classes/") && OF_THE_TEST_KIT.stream().noneMatch(location::contains)
                || location.contains("/org/moide/test/");
    }
}
