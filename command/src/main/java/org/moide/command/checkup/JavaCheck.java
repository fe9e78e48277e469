package org.moide.command.checkup;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;

/** A check of this process's JVM. */
final class JavaCheck {
    /** The first Java version whose compiler vectorizes certain loops that earlier versions do not vectorize. */
    private static final int VECTORS = 25;

    static final String CHECK = "java";

    private JavaCheck() {}

    static Finding ofThisProcess() {
        return of(
                Runtime.version().feature(),
                Runtime.version() + ", " + System.getProperty("java.vm.name") + ", " + System.getProperty("java.home"),
                System.getProperty("sun.arch.data.model", "64"),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    static Finding of(int feature, String name, String bits, List<String> options) {
        if (bits.equals("32")) {
            return Finding.warn(
                    CHECK, name + ": 32 bits, so an engine has 2 GB at most", "install a 64-bit JDK, 25 if you can");
        }
        for (String option : options) {
            if (option.equals("-Xint") || option.startsWith("-agentlib:jdwp") || option.equals("-Xcomp")) {
                return Finding.warn(
                        "java",
                        name + ", with " + option + ": runs take many times as long",
                        "leave " + option + " out");
            }
        }
        String chosen = options.stream()
                .filter(option -> option.startsWith("-Xm") || option.startsWith("-XX:+Use"))
                .map(option -> " " + option)
                .collect(Collectors.joining());
        return Finding.ok(
                CHECK, name + chosen + (feature < VECTORS ? " (25 is faster with loops over arrays of numbers)" : ""));
    }
}
