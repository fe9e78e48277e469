package org.moide.samples.programs.genetic;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.tsp.Distances;
import org.moide.samples.programs.tsp.TsplibReader;
import org.moide.samples.text.Numbers;

/**
 * The options of the command line.
 *
 * @param individuals the number of individuals in a generation, on all islands together
 * @param slice the number of individuals that a task creates and evaluates
 * @param islands the number of populations
 * @param migrateEvery the number of generations for which each island develops alone, in one task
 * @param migrants the number of the fittest individuals that move to the next island after that
 */
record Options(int individuals, int generations, int slice, int islands, int migrateEvery, int migrants, long seed) {
    private static final Set<String> VALUED = Set.of(
            "--individuals",
            "--generations",
            "--slice",
            "--islands",
            "--migrate-every",
            "--migrants",
            "--tsp",
            "--fitness",
            "--genes",
            "--range",
            "--fitness-ms",
            "--load",
            "--seed");

    static final String USAGE = """
            --individuals n     in a generation; default 200
            --generations n     default 20
            --slice n           children that a task breeds and judges; default 10
            --islands n         populations apart, each of which is a task; default 1
            --migrate-every n   generations after which the fittest go to the next island; default 5
            --migrants n        how many of each; default 2
            --tsp file          solve this symmetric problem of TSPLIB; 'towns100' comes with it
            --fitness class     judge by this class on the class path (--classpath): public, with a public constructor
                                without parameters, implements java.util.function.ToDoubleFunction<double[]>; less is
                                fitter; without --tsp and --fitness Rastrigin's function, whose minimum is 0
            --genes n           numbers that an individual has; default 10
            --range a:b         each from a to b; default -5.12:5.12
            --fitness-ms a:b    milliseconds a judgement takes beside, from a to b; default 0
            --load compute|sleep   whether a processor is busy meanwhile; default compute
            --seed n            default 1
            SAMBA's experiment: --individuals 1000 --slice 1 --generations 1 --fitness-ms 1000:5000 --load sleep""";

    static Options of(Arguments arguments) {
        arguments.allow(VALUED, Set.of(), 0);
        int individuals = arguments.count("--individuals", 200, 1, 10_000_000);
        int islands = arguments.count("--islands", 1, 1, individuals);
        if (islands == 1) {
            arguments.requireBeside("--migrate-every", "--islands above 1");
            arguments.requireBeside("--migrants", "--islands above 1");
        } else {
            arguments.refuseBeside("--slice", "--islands");
        }
        arguments.requireBeside("--load", "--fitness-ms");
        int smallest = individuals / islands;
        Options options = new Options(
                individuals,
                arguments.count("--generations", 20, 1, 1_000_000),
                arguments.count("--slice", 10, 1, 1_000_000),
                islands,
                arguments.count("--migrate-every", 5, 1, 1_000_000),
                arguments.count("--migrants", Math.min(2, smallest - 1), 0, 1_000_000),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        if (options.generations > 1 && smallest < 2) {
            throw new UsageException("expected at least 2 individuals who can mate on each island, or --generations 1,"
                    + " found " + individuals + " on " + islands + " islands");
        }
        if (options.migrants >= smallest && islands > 1) {
            throw new UsageException("--migrants: expected fewer than the " + smallest + " individuals of an island,"
                    + " found " + options.migrants);
        }
        return options;
    }

    /** Returns the requested species. For tours, the distances that an engine has read already are used again. */
    static Species species(Arguments arguments, ClassLoader classes) {
        int genes = arguments.count("--genes", 10, 1, 1_000_000);
        String range = arguments.text("--range", "-5.12:5.12");
        double[] bounds = bounds(range);
        if (arguments.has("--tsp")) {
            if (arguments.has("--fitness") || arguments.has("--genes") || arguments.has("--range")) {
                throw new UsageException("--tsp: expected it without --fitness, --genes and --range: the file says how"
                        + " many cities there are and how long a tour is");
            }
            return new Tours(distances(arguments.text("--tsp", "")));
        }
        String fitness = arguments.text("--fitness", "");
        return new Vectors(
                genes,
                bounds[0],
                bounds[1],
                fitness.isEmpty() ? Vectors::rastrigin : FitnessClass.load(fitness, classes));
    }

    private static Distances distances(String file) {
        Distances distances =
                file.equals("towns100") ? TsplibReader.shipped("towns100.tsp") : TsplibReader.load("--tsp", file);
        if (!distances.fixed().isEmpty()) {
            throw new UsageException("--tsp " + file + ": expected a problem without FIXED_EDGES_SECTION, which tours"
                    + " here do not heed, found one; the sample tsp does");
        }
        for (int from = 0; from < distances.size(); from++) {
            for (int to = 0; to < from; to++) {
                if (distances.between(from, to) != distances.between(to, from)) {
                    throw new UsageException("--tsp " + file + ": expected ways there and back that are as long, found "
                            + distances.between(to, from) + " from city " + (to + 1) + " to " + (from + 1) + " and "
                            + distances.between(from, to) + " back; the sample tsp takes such problems");
                }
            }
        }
        return distances;
    }

    private static double[] bounds(String range) {
        int colon = range.indexOf(':');
        double least = Numbers.decimal(range.substring(0, Math.max(0, colon)));
        double most = Numbers.decimal(range.substring(colon + 1));
        if (least < most && Math.abs(least) < 1e100 && Math.abs(most) < 1e100) {
            return new double[] {least, most};
        }
        throw new UsageException("--range: expected two numbers, the smaller first, as in -1:1, found '" + range + "'");
    }

    /**
     * Returns the number of an island's first individual, counted among all individuals. If {@code island} is the
     * number of islands, it returns the number of all individuals.
     */
    int first(int island) {
        return (int) ((long) individuals * island / islands);
    }

    long evaluations() {
        return (long) individuals * generations;
    }
}
