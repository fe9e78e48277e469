package org.moide.samples.programs.uts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;

/**
 * The options of the command line.
 *
 * @param known the tree, if the user gave its name; otherwise null
 * @param bundle the number of nodes that a task examines
 * @param split the least number of remaining children that a task puts as two tasks
 * @param warmUp for how many seconds all threads search the tree before the time is taken
 * @param compare whether one thread first counts the tree alone, for comparison
 */
record Options(TreeShape shape, @Nullable KnownTree known, int bundle, int split, int warmUp, boolean compare) {
    /** The longest warm-up in seconds: an hour. A larger number is a mistake. */
    static final int MOST_WARM_UP = 3_600;

    /** The default number of nodes that a task examines. So many take 0.6 to 1 ms. */
    static final int DEFAULT_BUNDLE = 20_000;

    /**
     * The default for the least number of remaining children that a task puts as two tasks. Each of these then fills
     * the lanes of a parallel hash.
     */
    static final int DEFAULT_SPLIT = 2 * Sha1Lanes.LANES;

    static final String USAGE = """
            --tree name      %s; default %s
            or a tree of your own:
            --type t         geo, bin (binomial) or hybrid
            --shape s        fixed (default), linear, exponential or cyclic: how the mean number of children
                             changes with the depth; geo and hybrid
            --depth n        what the shapes count in (default 6); geo and hybrid
            --b0 x           children of the root, or their mean number (default 4)
            --seed n         which of these trees (default 0)
            --q x            probability to have children (default 0.234375); bin and hybrid
            --m n            how many it then has (default 4); bin and hybrid
            and
            --bundle n       nodes that a task looks at (default %d)
            --split n        from how many open nodes on what is left becomes two tasks (default %d); less on
                             many threads, where it is worth more to have tasks than to have long ones
            --warm-up n      all threads search the tree for n seconds, anew in each, before the clock starts
                             (default 0); 10 are enough for the compilers. Needs engines that all stay
            --compare        counts the tree in one thread first, twice, and says how much faster it went than
                             the better of these""".formatted(KnownTree.names(), KnownTree.DEFAULT, DEFAULT_BUNDLE, DEFAULT_SPLIT);

    private static final Set<String> SHAPING = Set.of("--type", "--shape", "--depth", "--b0", "--seed", "--q", "--m");

    private static final Set<String> VALUED = Set.of(
            "--tree",
            "--bundle",
            "--split",
            "--warm-up",
            "--type",
            "--shape",
            "--depth",
            "--b0",
            "--seed",
            "--q",
            "--m");

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong; the message names the first one
     */
    static Options of(Arguments arguments) {
        arguments.allow(VALUED, Set.of("--compare"), 0);
        int bundle = arguments.count("--bundle", DEFAULT_BUNDLE, 1, 100_000_000);
        int split = arguments.count("--split", DEFAULT_SPLIT, 2, 100_000_000);
        int warmUp = arguments.count("--warm-up", 0, 0, MOST_WARM_UP);
        boolean compare = arguments.flag("--compare");
        String name = arguments.text("--tree", "");
        List<String> shaping = new ArrayList<>();
        for (String option : SHAPING) {
            if (arguments.has(option)) {
                shaping.add(option);
            }
        }
        if (shaping.isEmpty()) {
            KnownTree known = KnownTree.of(name.isEmpty() ? KnownTree.DEFAULT : name)
                    .orElseThrow(() -> new UsageException(
                            "--tree: expected one of " + KnownTree.names() + ", found '" + name + "'"));
            return new Options(known.shape(), known, bundle, split, warmUp, compare);
        }
        shaping.sort(null);
        if (!name.isEmpty()) {
            throw new UsageException("--tree " + name + " says all about the tree: leave out " + shaping.get(0));
        }
        return new Options(shape(arguments), null, bundle, split, warmUp, compare);
    }

    private static TreeShape shape(Arguments arguments) {
        TreeShape.Type type = named(arguments, "--type", TreeShape.Type.class, TreeShape.Type.GEO);
        refuse(arguments, type == TreeShape.Type.BIN, type, "--shape", "--depth");
        refuse(arguments, type == TreeShape.Type.GEO, type, "--q", "--m");
        return new TreeShape(
                type,
                named(arguments, "--shape", TreeShape.Shape.class, TreeShape.Shape.FIXED),
                arguments.count("--depth", 6, 1, TreeShape.MOST_DEPTH),
                arguments.number("--b0", 4.0, 0.0, TreeShape.MOST_B0),
                arguments.count("--seed", 0, 0, Integer.MAX_VALUE),
                arguments.number("--q", 0.234375, 0.0, 1.0),
                arguments.count("--m", 4, 0, Offspring.MOST));
    }

    private static void refuse(Arguments arguments, boolean when, TreeShape.Type type, String... options) {
        for (String option : options) {
            if (when && arguments.has(option)) {
                throw new UsageException(option + " means nothing with --type "
                        + type.name().toLowerCase(Locale.ROOT) + ": leave it out");
            }
        }
    }

    private static <E extends Enum<E>> E named(Arguments arguments, String option, Class<E> type, E otherwise) {
        String found = arguments.text(option, otherwise.name());
        StringBuilder names = new StringBuilder();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(found)) {
                return constant;
            }
            names.append(names.length() == 0 ? "" : ", ").append(constant.name().toLowerCase(Locale.ROOT));
        }
        throw new UsageException(option + ": expected one of " + names + ", found '" + found + "'");
    }
}
