package org.moide.coordinator.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * A copy of this project's classes in which some are replaced by others. Simulated runs are executed in it, each from a
 * seed.
 */
final class World {
    private static final Pattern OF_LOADING = Pattern.compile(
            "ClassCastException|ClassNotFoundException"
                    + "|(Linkage|NoClassDefFound|IncompatibleClassChange|IllegalAccess|NoSuchMethod|NoSuchField|AbstractMethod|Verify)Error");

    private final LongConsumer player;

    private World(LongConsumer player) {
        this.player = player;
    }

    /**
     * Creates a copy of the classes that a player needs.
     *
     * @param changed the class files of the replaced classes, by class name
     * @param around the package of the replaced classes; all packages that refer to it are loaded again
     * @param player the class that executes the simulated runs
     */
    static World with(Map<String, byte[]> changed, String around, Player player, ClassFiles files) {
        Set<String> packages = files.between(player.className(), around);
        ClassLoader classes = new MutatedClasses(changed, packages, files);
        try {
            Object made = classes.loadClass(player.className())
                    .getDeclaredConstructor()
                    .newInstance();
            if (made.getClass().getClassLoader() != classes) {
                throw new IllegalStateException(
                        "expected a mutant that " + player + " meets, found one that it does not: " + changed.keySet());
            }
            return new World((LongConsumer) made);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("cannot load " + player.className() + " anew", broken);
        }
    }

    /** Returns the first seed, from {@code from} to {@code to}, whose simulated run fails; 0 if no run fails. */
    long firstWrong(long from, long to) {
        for (long seed = from; seed <= to; seed++) {
            if (isWrong(seed)) {
                return seed;
            }
        }
        return 0;
    }

    boolean isWrong(long seed) {
        try {
            player.accept(seed);
            return false;
        } catch (RuntimeException | AssertionError wrong) {
            requireOurs(wrong, Collections.newSetFromMap(new IdentityHashMap<>()));
            return true;
        }
    }

    /**
     * Throws an exception if a failure, or one that it contains, is an error of class loading. Such an error happens
     * with every seed, so it does not show that a seed has found the planted fault. The text of the failure is searched
     * too, since a failed run has the exceptions of its threads as text only.
     *
     * @param seen the failures that have been checked already; a failure may contain itself
     */
    private static void requireOurs(Throwable wrong, Set<Throwable> seen) {
        if (OF_LOADING.matcher(wrong.toString()).find()) {
            throw new IllegalStateException("expected classes that fit each other, found " + wrong, wrong);
        }
        if (seen.add(wrong)) {
            for (Throwable other : wrong.getSuppressed()) {
                requireOurs(other, seen);
            }
            if (wrong.getCause() != null) {
                requireOurs(wrong.getCause(), seen);
            }
        }
    }
}
