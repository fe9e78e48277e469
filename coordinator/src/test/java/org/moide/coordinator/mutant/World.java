package org.moide.coordinator.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/** Plays seeds with classes that are changed. */
final class World {
    private static final Pattern OF_LOADING = Pattern.compile(
            "ClassCastException|ClassNotFoundException"
                    + "|(Linkage|NoClassDefFound|IncompatibleClassChange|IllegalAccess|NoSuchMethod|NoSuchField|AbstractMethod|Verify)Error");

    private final LongConsumer player;

    private World(LongConsumer player) {
        this.player = player;
    }

    /**
     * Creates a world in which some classes are changed.
     *
     * @param changed the class files of the changed classes, by their names
     * @param around the package in which they are; all that refers to it is loaded anew
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

    /** Returns the first seed of these that goes wrong; 0 if none does. */
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
     * Refuses a failure of a world that does not hold together, since such a world fails always and proves nothing. A
     * run tells in words what its threads threw.
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
