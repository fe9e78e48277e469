package org.moide.hosts.ssh;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plan of what is to be done at a host before its daemon starts. It is decided from what was found there, and nothing
 * else.
 *
 * @param missing the digests of jars to copy
 * @param javaHome the folder of its Java; null if a JDK is to be copied
 * @param javaVersion the version of the Java that will run there
 */
record HostPlan(List<String> missing, @Nullable String javaHome, String javaVersion) {
    /** The oldest Java that runs MOIDE. */
    static final int OLDEST = 17;

    HostPlan {
        missing = List.copyOf(missing);
    }

    /**
     * Facts of this side.
     *
     * @param jars the digests of what MOIDE runs from
     * @param javaVersion the version of this JVM
     * @param javaFeature its feature number: 17 of 17.0.15
     * @param carried the JDK that hosts are to be given which have another; null for none
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
     * A JDK to copy.
     *
     * @param system the system that it is for, as {@code uname -sm} says
     */
    record Carried(String system, String version, String digest) {}

    /**
     * Decides. Of several a Java of this side's version is taken, else of its feature number, else the newest.
     *
     * @throws HostTroubleException if there is no Java there, and none that can be copied
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
