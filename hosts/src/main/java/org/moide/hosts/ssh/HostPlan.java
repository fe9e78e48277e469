package org.moide.hosts.ssh;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The preparations that a host needs before a daemon can start on it. They are derived only from the facts that the
 * probe script reported.
 *
 * @param missing the digests of jars to copy
 * @param javaHome the folder of the host's Java; null if a JDK is to be copied
 * @param javaVersion the version of the Java that will run the daemon
 */
record HostPlan(List<String> missing, @Nullable String javaHome, String javaVersion) {
    /** The oldest feature version of Java that runs MOIDE. */
    static final int OLDEST = 17;

    HostPlan {
        missing = List.copyOf(missing);
    }

    /**
     * The facts about this machine.
     *
     * @param jars the digests of MOIDE's jars
     * @param javaVersion the version of this JVM
     * @param javaFeature the first number of that version, such as 17 of 17.0.15
     * @param carried the JDK to copy to hosts whose Java has another version; null if none is copied
     */
    record Here(
            List<String> jars,
            String javaVersion,
            int javaFeature,
            @Nullable Carried carried) {
        Here {
            jars = List.copyOf(jars);
        }
    }

    /**
     * A JDK of this machine that can be copied to hosts.
     *
     * @param system the operating system and processor that it runs on, as {@code uname -sm} prints them
     */
    record Carried(String system, String version, String digest) {}

    /**
     * Makes the plan for one host. If no JDK is to be copied, it prefers a Java of this machine's version, then one of
     * the same feature version (such as 17), then the newest.
     *
     * @throws HostTroubleException if the host has no usable Java and no JDK can be copied to it
     */
    static HostPlan of(String host, HostFacts facts, Here here) throws HostTroubleException {
        List<String> missing =
                here.jars().stream().filter(jar -> !facts.jars().contains(jar)).toList();
        HostFacts.Java best = facts.javas().stream()
                .filter(java -> java.feature() >= OLDEST)
                .max(Comparator.comparing(
                                (HostFacts.Java java) -> java.version().equals(here.javaVersion()))
                        .thenComparing(java -> java.feature() == here.javaFeature())
                        .thenComparing(HostFacts.Java::feature))
                .orElse(null);
        Carried carried = here.carried();
        if (carried == null) {
            if (best == null) {
                throw new HostTroubleException(
                        host,
                        "expected Java " + OLDEST + " or newer, found " + found(facts)
                                + ": --with-java copies this machine's, or install one there");
            }
            return new HostPlan(missing, best.home(), best.version());
        }
        HostFacts.Java same = facts.javas().stream()
                .filter(java -> java.version().equals(carried.version()))
                .filter(java -> java.copied() == null || java.copied().equals(carried.digest()))
                .findFirst()
                .orElse(null);
        if (same != null) {
            return new HostPlan(missing, same.home(), same.version());
        }
        if (!facts.system().equals(carried.system())) {
            throw new HostTroubleException(
                    host,
                    "expected " + carried.system()
                            + " as here, whose JDK --with-java copies, found "
                            + (facts.system().isEmpty() ? "another system" : facts.system()) + ": install Java "
                            + carried.version() + " there");
        }
        return new HostPlan(missing, null, carried.version());
    }

    private static String found(HostFacts facts) {
        return facts.javas().isEmpty()
                ? "none"
                : "Java " + facts.javas().get(0).version() + " in "
                        + facts.javas().get(0).home();
    }
}
