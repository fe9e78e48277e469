package org.moide;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A program's options about where it computes. */
final class PlaceOptions {
    /**
     * The option that limits a task's time; it has an effect on engines only, since the program's own JVM is ended for
     * no call.
     */
    private static final String LIMIT = "--task-time-limit";

    private static final String NO_OWN = "--no-own-engine";

    private static final Set<String> ELSEWHERE =
            Set.of("--hosts", "--hostfile", "--engines", "--elastic", NO_OWN, "--power", LIMIT);

    private static final Set<String> HOSTS = Set.of("--hosts", "--hostfile");

    private final List<String> options;

    PlaceOptions(List<String> options) {
        this.options = options;
    }

    /** Returns whether all that is wanted is one engine on this machine. */
    boolean isHere() {
        String engines = value("--local-engines");
        return (engines == null || engines.equals("1"))
                && options.stream().map(PlaceOptions::name).noneMatch(ELSEWHERE::contains);
    }

    /** The number of threads of the engine in this JVM. */
    int threads() {
        String threads = value("--threads");
        try {
            int count = threads == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(threads);
            if (count >= 1) {
                return count;
            }
        } catch (NumberFormatException wrong) {
            // Said below.
        }
        throw new IllegalArgumentException("--threads: expected a number from 1 on, found " + threads);
    }

    /** Returns whether calls that take too long are ended, which may end the JVM that they are in. */
    boolean limitsCalls() {
        return options.stream().map(PlaceOptions::name).anyMatch(LIMIT::equals);
    }

    /** Keeps calls out of the JVM that coordinates, if these options name others for them. */
    List<String> apart() {
        return mayBeApart() ? missing(NO_OWN) : List.of();
    }

    private boolean mayBeApart() {
        boolean powers = options.stream().map(PlaceOptions::name).anyMatch("--power"::equals); // it may be that JVM's
        return hasOthers() && !powers;
    }

    /**
     * Returns whether no call runs in the JVM that coordinates.
     *
     * @param wanted whether {@link #apart} is among the options
     */
    boolean isApart(boolean wanted) {
        return (wanted && mayBeApart())
                || options.stream().map(PlaceOptions::name).anyMatch(NO_OWN::equals);
    }

    /** Returns whether these options name engines in JVMs of their own. */
    boolean hasOthers() {
        return options.stream().map(PlaceOptions::name).anyMatch(HOSTS::contains) || isMany(value("--local-engines"));
    }

    private static boolean isMany(@Nullable String engines) {
        return engines != null && !engines.equals("1");
    }

    /** The options among these that were not said. */
    List<String> missing(String... wanted) {
        return Stream.of(wanted)
                .filter(option -> options.stream().noneMatch(said -> name(said).equals(name(option))))
                .toList();
    }

    private @Nullable String value(String option) {
        String found = null;
        for (String said : options) {
            found = name(said).equals(option) && said.length() > option.length()
                    ? said.substring(option.length() + 1)
                    : found;
        }
        return found;
    }

    private static String name(String option) {
        int equals = option.indexOf('=');
        return equals < 0 ? option : option.substring(0, equals);
    }
}
