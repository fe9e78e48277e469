package org.moide.samples.programs.genetic;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * A genetic algorithm (SAMBA, §5, application 3): it finds short tours for a travelling salesman, or minimizes a user's
 * function or Rastrigin's function. By default there is one population; each task creates and evaluates a slice of its
 * next generation. Parents are the winners of tournaments, children have genes of both parents and mutate, and the
 * fittest individual is kept. With islands there are several populations. Then a task lets one of them develop alone
 * for some generations, after which its fittest individuals move to the next island.
 *
 * <p>Each generation is a phase: {@code createTasks} puts its tasks, waits until they are done, and selects the parents
 * of the next generation.
 *
 * <p>Reports {@code fitness} (of the fittest individual; less is fitter), {@code genes} (for tours, {@code tour}
 * instead) and {@code evaluations}. These are the same for the same seed on any number of engines and threads. With one
 * generation and slices of one individual, this is SAMBA's experiment: a task for each evaluation.
 */
public final class Genetic implements TaskApplication<Brood, Litter> {
    private @Nullable Options options;
    private List<Population> living = List.of(); // the parents of the generation that tasks create
    private int generation;
    private long evaluations;
    private volatile @Nullable Species species;
    private volatile @Nullable Effort effort;

    @Override
    public String summary() {
        return "a genetic algorithm: tours, your own fitness function, or evaluations that take as long as you say";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options.of(arguments);
        Options.species(arguments, Genetic.class.getClassLoader());
        Effort.of(arguments);
    }

    @Override
    public void createTasks(TaskContext<Brood> context) throws Exception {
        Options given = Options.of(context.arguments());
        options = given;
        species = Options.species(context.arguments(), Genetic.class.getClassLoader());
        Chance chance = new Chance(given.seed());
        List<Population> before = unborn(given);
        int atOnce = given.islands() == 1 ? 1 : given.migrateEvery();
        for (int first = 0; first < given.generations(); first += atOnce) {
            int last = Math.min(given.generations(), first + atOnce) - 1;
            generation = last;
            living = unborn(given);
            for (Population population : before) {
                if (given.islands() == 1) {
                    population.next(chance, first, given.slice()).forEach(context::put);
                } else {
                    context.put(new Island(chance, first, last - first + 1, population));
                }
            }
            context.flush();
            if (!living.stream().allMatch(Population::isComplete)) {
                return; // the run was resumed after the last generation: only results are left
            }
            context.report().progress(last + 1L, given.generations(), "generations");
            before = given.islands() == 1 ? living : migrated(living, given.migrants());
        }
    }

    private static List<Population> unborn(Options given) {
        List<Population> all = new ArrayList<>();
        for (int island = 0; island < given.islands(); island++) {
            int first = given.first(island);
            all.add(new Population(first, given.first(island + 1) - first));
        }
        return all;
    }

    /** Moves the fittest individuals in a ring: each island gets those of the island before it. */
    private static List<Population> migrated(List<Population> islands, int migrants) {
        List<Population> changed = new ArrayList<>();
        for (int island = 0; island < islands.size(); island++) {
            Population neighbour = islands.get((island + islands.size() - 1) % islands.size());
            changed.add(islands.get(island).with(neighbour, migrants));
        }
        return changed;
    }

    @Override
    public void prepare(TaskContext<Brood> context) {
        species = Options.species(context.arguments(), Genetic.class.getClassLoader());
        effort = Effort.of(context.arguments());
    }

    @Override
    public Litter identity() {
        return new Litter();
    }

    @Override
    public Litter executeTask(Brood brood, TaskContext<Brood> context) throws InterruptedException {
        if (brood instanceof Children children) {
            return Litter.of(bred(children), children.count());
        }
        Island island = (Island) brood;
        Population population = island.population();
        int last = island.generation() + island.generations() - 1;
        for (int next = island.generation(); next <= last; next++) {
            Children all =
                    population.next(island.chance(), next, population.size()).get(0);
            Litter.Part born = bred(all);
            population = new Population(population.first(), population.size());
            take(born, population);
            if (next == last) {
                return Litter.of(born, (long) island.generations() * population.size());
            }
        }
        throw new IllegalStateException("expected an island for 1 generation or more, found " + island);
    }

    private Litter.Part bred(Children children) throws InterruptedException {
        Species bred = requireNonNull(species, "prepare comes before the first task");
        Effort each = requireNonNull(effort, "prepare comes before the first task");
        double[][] genes = new double[children.count()][];
        double[] fitness = new double[genes.length];
        for (int child = 0; child < genes.length; child++) {
            int individual = children.first() + child;
            genes[child] = children.genes(child, bred);
            each.take(children.chance().effort(children.generation(), individual));
            fitness[child] = bred.fitness(genes[child].clone());
            if (Double.isNaN(fitness[child])) {
                throw new IllegalStateException("the fitness of individual " + individual + " in generation "
                        + children.generation() + ": expected a number, found NaN");
            }
        }
        return new Litter.Part(children.generation(), children.first(), genes, fitness);
    }

    private static void take(Litter.Part part, Population population) {
        for (int child = 0; child < part.genes().length; child++) {
            population.take(part.first() + child, part.genes()[child], part.fitness()[child]);
        }
    }

    @Override
    public Litter merge(Litter left, Litter right) {
        return left.add(right);
    }

    /**
     * Returns whether both litters have the same numbers of individuals and of evaluations. The order of individuals
     * does not matter.
     */
    @Override
    public boolean equivalent(Litter left, Litter right) {
        return left.evaluations() == right.evaluations()
                && left.parts().size() == right.parts().size();
    }

    @Override
    public boolean handlePartial(Litter litter, Report report) {
        evaluations += litter.evaluations();
        for (Litter.Part part : litter.parts()) {
            if (part.generation() == generation) {
                living.stream()
                        .filter(population -> population.holds(part.first()))
                        .forEach(population -> take(part, population));
            }
        }
        return true;
    }

    @Override
    public void handleResults(Litter rest, Report report) {
        handlePartial(rest, report);
        long expected =
                requireNonNull(options, "createTasks comes before the end").evaluations();
        if (evaluations != expected || !living.stream().allMatch(Population::isComplete)) {
            throw new IllegalStateException("expected " + expected + " evaluations, found " + evaluations);
        }
        double least = Double.POSITIVE_INFINITY;
        double[] fittest = living.get(0).genes(0);
        for (Population population : living) {
            int best = population.ranking().get(0);
            if (population.fitness(best) < least) {
                least = population.fitness(best);
                fittest = population.genes(best);
            }
        }
        report.put("fitness", least);
        requireNonNull(species, "createTasks comes before the end").tell(fittest, report);
        report.put("evaluations", evaluations);
    }
}
