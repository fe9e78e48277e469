package org.moide.bench.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.moide.Moide;
import org.moide.RunResult;

/**
 * Runs radiosity with several pools on several shapes of engines and threads, for Figs. 4 to 6 of Task Pool Teams; started
 * by {@code bench/tpt.sh}. For each run it prints a line with the shape, the pool, the seconds of the passes and those of
 * the picture.
 *
 * <p>The JVMs of a shape's engines stay from run to run, those of each pool by themselves. Pools take turns in each round,
 * so that the machine's other load affects all of them.
 */
public final class RadiosityPools {
    /** The arguments of a small run, which starts the JVMs. */
    private static final String[] START = {"--output", "none", "--accuracy", "0.01", "--passes", "1"};

    private RadiosityPools() {}

    /**
     * Runs all rounds. Arguments: the number of rounds; the shapes, such as {@code 2x1} for two engines of one thread; the
     * pools, separated by commas; and the arguments of radiosity.
     */
    public static void main(String[] words) throws InterruptedException {
        if (words.length < 3) {
            throw new IllegalArgumentException(
                    "expected rounds, shapes, pools and arguments of radiosity, found " + words.length + " words");
        }
        int rounds = Integer.parseInt(words[0]);
        List<String> pools = List.of(words[2].split(",", -1));
        String[] arguments = List.of(words).subList(3, words.length).toArray(String[]::new);
        for (String shape : words[1].split(",", -1)) {
            play(shape, pools, rounds, arguments);
        }
    }

    private static void play(String shape, List<String> pools, int rounds, String[] arguments)
            throws InterruptedException {
        int by = shape.indexOf('x');
        List<Moide> programs = new ArrayList<>();
        try {
            for (String pool : pools) {
                programs.add(Moide.builder()
                        .localEngines(Integer.parseInt(shape.substring(0, by)))
                        .threads(Integer.parseInt(shape.substring(by + 1)))
                        .option("--pool", pool)
                        .build());
            }
            for (Moide program : programs) {
                program.run("radiosity", START);
            }
            for (int round = 0; round < rounds; round++) {
                for (int pool = 0; pool < pools.size(); pool++) {
                    RunResult result = programs.get(pool).run("radiosity", arguments);
                    System.out.printf(
                            Locale.ROOT,
                            "%s %s %.4f %.4f%n",
                            shape,
                            pools.get(pool),
                            result.value("seconds", Double.class),
                            result.value("pictureSeconds", Double.class));
                }
            }
        } finally {
            programs.forEach(Moide::close);
        }
    }
}
