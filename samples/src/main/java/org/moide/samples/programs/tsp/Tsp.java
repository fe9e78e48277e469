package org.moide.samples.programs.tsp;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * The asymmetric travelling salesman's problem (Task Pool Teams, §4): the shortest tour through all cities, proved shortest, by
 * branch and bound. What the cheapest assignment of successors costs is the lower bound; a shorter tour is told to all
 * engines at once. How much work there is depends on when good tours are found, so nobody knows it before.
 *
 * <p>A task is some open subproblems. It looks at a bounded number, the most promising first, and puts what is left as two
 * tasks.
 *
 * <p>Reports {@code problem}, {@code length} (of the shortest tour), {@code tour} (cities from 0 on, in their order),
 * {@code subproblems} (that the proof took) and {@code firstLength} (of the tour that it began with).
 */
public final class Tsp implements TaskApplication<OpenProblems, Found> {
    private static final String DISTANCES = "distances";
    private static final String FIRST = "first";
    private static final Set<String> OPTIONS = Set.of("--input");
    /** Subproblems in a task, times the square of the cities, by which their work grows: half a millisecond. */
    private static final int BUNDLE = 20_000;

    private @Nullable Distances given;
    private int firstLength;
    private volatile @Nullable Engine engine;

    /** What an engine's threads share. */
    private record Engine(Distances distances, Incumbent incumbent) {}

    @Override
    public String summary() {
        return "the shortest round trip (asymmetric TSP, TSPLIB files) by branch and bound, proved";
    }

    @Override
    public String usage() {
        return "--input file   an ATSP file of TSPLIB (EXPLICIT, FULL_MATRIX); default hills34, which comes with it";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        load(arguments);
    }

    private static Distances load(Arguments arguments) {
        String input = arguments.text("--input", "");
        return input.isEmpty() ? TsplibReader.shipped() : TsplibReader.load(input);
    }

    @Override
    public void createTasks(TaskContext<OpenProblems> context) {
        Distances distances = load(context.arguments());
        Subproblem all = new Assignment(distances).solve();
        Tour first = FirstTour.of(distances, all);
        given = distances;
        firstLength = first.length();
        context.share(DISTANCES, distances);
        context.share(FIRST, first);
        context.put(OpenProblems.of(all));
    }

    @Override
    public void prepare(TaskContext<OpenProblems> context) {
        Incumbent incumbent = new Incumbent(context.shared(FIRST, Tour.class));
        incumbent.listen(context.comm());
        engine = new Engine(context.shared(DISTANCES, Distances.class), incumbent);
    }

    @Override
    public Found identity() {
        return new Found(null, 0);
    }

    @Override
    public Found executeTask(OpenProblems problems, TaskContext<OpenProblems> context) {
        Engine here = requireNonNull(engine, "prepare comes before the first task");
        int size = here.distances().size();
        Branching branching = new Branching(new Assignment(here.distances()));
        // A task may be run a second time, from its first line: what it was given stays as it is.
        OpenProblems open = problems.copy();
        int most = Math.max(1, BUNDLE / (size * size));
        int done = 0;
        while (done < most && open.count() > 0) {
            Subproblem problem = open.pop();
            if (problem.bound() < here.incumbent().length()) {
                done++;
                explore(problem, open, branching, here, context);
            }
        }
        putRest(open, context);
        return new Found(here.incumbent().tour(), done);
    }

    private static void explore(
            Subproblem problem,
            OpenProblems open,
            Branching branching,
            Engine here,
            TaskContext<OpenProblems> context) {
        int trip = Branching.smallestTrip(problem);
        if (trip < 0) {
            here.incumbent().found(Tour.following(here.distances(), problem.successors()), context.comm());
            return;
        }
        branching.parts(problem, trip, here.incumbent().length()).forEach(open::push);
    }

    /** The half with the most promising subproblem last: the thread that put it takes it up first. */
    private static void putRest(OpenProblems open, TaskContext<OpenProblems> context) {
        int last = 1 - open.count() % 2;
        if (open.count() > 1) {
            context.put(open.half(1 - last));
        }
        if (open.count() > 0) {
            context.put(open.half(last));
        }
    }

    @Override
    public Found merge(Found left, Found right) {
        return left.add(right);
    }

    /** Which of several shortest tours is found, and how much is looked at before, depends on timing. */
    @Override
    public boolean equivalent(Found left, Found right) {
        Tour one = left.shortest();
        Tour other = right.shortest();
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.length() == other.length();
    }

    @Override
    public void handleResults(Found found, Report report) {
        Distances distances = requireNonNull(given, "createTasks comes before the end");
        Tour shortest = requireNonNull(found.shortest(), "every task knows a tour");
        // Adds the ways up again, and sees that no city is missing.
        Tour checked = Tour.of(distances, shortest.cities());
        if (checked.length() != shortest.length() || checked.length() > firstLength) {
            throw new IllegalStateException("expected a tour of " + shortest.length() + ", at most " + firstLength
                    + ", found that its ways add up to " + checked.length());
        }
        report.put("problem", distances.name());
        report.put("length", checked.length());
        // As text: of an array only the first numbers would be shown.
        report.put(
                "tour",
                Arrays.stream(checked.cities()).mapToObj(Integer::toString).collect(Collectors.joining(" ")));
        report.put("subproblems", found.subproblems());
        report.put("firstLength", firstLength);
    }
}
