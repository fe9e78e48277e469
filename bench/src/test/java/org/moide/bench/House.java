package org.moide.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Map;

/** The classes over which rules hold: those of all modules, without their tests. */
final class House {
    /** Each with the package in which all of it is, as it is named below ours. */
    static final Map<String, String> MODULES = Map.of(
            "commlib", "commlib",
            "balance", "balance",
            "monitor", "monitor",
            "engine", "engine",
            "coordinator", "coordinator",
            "samples", "samples",
            "testkit", "test");

    /** The test kit's jar has the simulated cluster in it, which belongs to the tests of others (decision 91). */
    private static final List<String> OF_THE_TEST_KIT = List.of("/testkit/target/", "/moide-test-");

    private House() {}

    static JavaClasses classes() {
        return new ClassFileImporter()
                .withImportOption(House::isOfItsModule)
                .importPackages(MODULES.values().stream()
                        .map(name -> "org.moide." + name)
                        .toArray(String[]::new));
    }

    private static boolean isOfItsModule(Location location) {
        return !location.contains("/test-classes/") && OF_THE_TEST_KIT.stream().noneMatch(location::contains)
                || location.contains("/org/moide/test/");
    }
}
