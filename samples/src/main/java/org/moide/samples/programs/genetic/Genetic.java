package org.moide.samples.programs.genetic;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;

/**
 * A genetic algorithm (SAMBA, §5, application 3) whose evaluations take as long as one asks, each a different time. The
 * population lives on islands; a task evaluates the individuals of one island, and puts their children as the next task. Islands of
 * one individual and a single generation are SAMBA's experiment: a task for each evaluation.
 *
 * <p>Reports {@code fitness} (of the fittest ever; 0 is best), {@code genes} and {@code evaluations}: the same for the same seed.
 */
public final class Genetic implements TaskApplication<Island, Fittest> {
    private static final Set<String> OPTIONS =
            Set.of("--individuals", "--island", "--generations", "--fitness-ms", "--load", "--seed");

    private @Nullable Options options;
    private volatile @Nullable Effort effort;
    private volatile int generations;

    private record Options(int individuals, int island, int generations, long seed) {
        static Options of(Arguments arguments) {
            arguments.allow(OPTIONS, Set.of(), 0);
            Options options = new Options(
                    arguments.count("--individuals", 1000, 1, 10_000_000),
                    arguments.count("--island", 10, 1, 1_000_000),
                    arguments.count("--generations", 5, 1, 1_000_000),
                    arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
            if (options.island == 1 && options.generations > 1) {
                throw new UsageException("--island 1: expected at least 2 who can mate, or --generations 1");
            }
            return options;
        }

        long evaluations() {
            return (long) individuals * generations;
        }
    }

    @Override
    public String summary() {
        return "a genetic algorithm whose evaluations take as long as you say";
    }

    @Override
    public String usage() {
        return """
            --individuals n     in a generation; default 1000
            --island n          who mate among each other, which is a task; default 10
            --generations n     default 5
            --fitness-ms a:b    milliseconds an evaluation takes, from a to b; default 0.1:0.5
            --load compute|sleep   whether a processor is busy meanwhile; default compute
            --seed n            default 1
            SAMBA's experiment: --island 1 --generations 1 --fitness-ms 1000:5000 --load sleep""";
    }

    @Override
    public void check(Arguments arguments) {
        Options.of(arguments);
        Effort.of(arguments);
    }

    @Override
    public void createTasks(TaskContext<Island> context) {
        Options given = Options.of(context.arguments());
        options = given;
        int number = 0;
        for (int from = 0; from < given.individuals(); from += given.island()) {
            int size = Math.min(given.island(), given.individuals() - from);
            context.put(Island.first(given.seed(), number++, size));
        }
    }

    @Override
    public void prepare(TaskContext<Island> context) {
        generations = Options.of(context.arguments()).generations();
        effort = Effort.of(context.arguments());
    }

    @Override
    public Fittest identity() {
        return Fittest.none();
    }

    @Override
    public Fittest executeTask(Island island, TaskContext<Island> context) throws InterruptedException {
        Effort each = requireNonNull(effort, "prepare comes before the first task");
        double[] efforts = island.efforts();
        double[] fitness = new double[island.size()];
        Fittest fittest = Fittest.none();
        for (int individual = 0; individual < fitness.length; individual++) {
            each.take(efforts[individual]);
            fitness[individual] = island.fitness(individual);
            fittest = fittest.or(new Fittest(fitness[individual], island.genes(individual), 1));
        }
        if (island.generation() + 1 < generations) {
            context.put(island.next(fitness));
        }
        return fittest;
    }

    @Override
    public Fittest merge(Fittest left, Fittest right) {
        return left.or(right);
    }

    @Override
    public void handleResults(Fittest fittest, Report report) {
        long expected =
                requireNonNull(options, "createTasks comes before the end").evaluations();
        report.put("fitness", fittest.fitness());
        report.put("genes", fittest.genes());
        report.put("evaluations", fittest.evaluations());
        if (fittest.evaluations() != expected) {
            throw new IllegalStateException("expected " + expected + " evaluations, found " + fittest.evaluations());
        }
    }
}
