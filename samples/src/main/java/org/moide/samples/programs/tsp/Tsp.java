package org.moide.samples.programs.tsp;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * The asymmetric travelling salesman's problem (Task Pool Teams, §4): finds the shortest tour through all cities and
 * proves that it is shortest, by branch and bound. The lower bound is the cost of the cheapest assignment of
 * successors, plus what it costs in addition to leave and enter each set of cities ({@link Cuts}). A shorter tour is
 * sent to all engines at once. The amount of work depends on when good tours are found, so it is not known in advance.
 *
 * <p>A task is some open subproblems. Executing it examines a limited number of them, beginning with the most promising
 * one, and puts the remaining ones as further tasks. An engine runs the tasks with the lowest bound first, which raises
 * the lower bound of the whole problem.
 *
 * <p>Reports {@code problem}, {@code length} (of the shortest known tour), {@code tour} (cities from 0 on, in their
 * order), {@code bound} (no tour is shorter than this), {@code gapPercent} (the most by which a tour could be shorter
 * than the known one), {@code proved} (whether it is proved that there is no shorter one), {@code subproblems} (the
 * number of examined subproblems) and {@code firstLength} (of the first tour). Tours are printed when they are found,
 * and bounds when results arrive, so that an interrupted run has printed what it knew.
 */
public final class Tsp implements TaskApplication<OpenProblems, Found> {
    private static final String DISTANCES = "distances";
    private static final String FIRST = "first";
    private static final Set<String> OPTIONS = Set.of("--input", "--time-limit");
    /**
     * The number of subproblems that a task examines, multiplied by the square of the number of cities: the work for a
     * subproblem grows with that square. Such a task takes a millisecond.
     */
    private static final int BUNDLE = 20_000;

    private @Nullable Distances given;
    private Found known = Found.nothing();
    private int firstLength;
    private volatile @Nullable Engine engine;

    /** The objects that an engine's threads share. */
    private record Engine(Distances distances, Incumbent incumbent, Clock clock) {}

    @Override
    public String summary() {
        return "the shortest round trip (asymmetric TSP, TSPLIB files) by branch and bound, proved";
    }

    @Override
    public String usage() {
        return """
            --input file       a TSP or ATSP file of TSPLIB, with FIXED_EDGES_SECTION or without; default hills34,
                               which comes with it
            --time-limit s     seconds after which the best tour and what is proved so far are told; default no limit""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        timeLimit(arguments);
        load(arguments);
    }

    private static Distances load(Arguments arguments) {
        String input = arguments.text("--input", "");
        return input.isEmpty() ? TsplibReader.shipped() : TsplibReader.load("--input", input);
    }

    /** Returns the longest time of the search in seconds; 0 for no limit. */
    private static double timeLimit(Arguments arguments) {
        return arguments.has("--time-limit") ? arguments.number("--time-limit", 1, 0.001, 1e9) : 0;
    }

    @Override
    public void createTasks(TaskContext<OpenProblems> context) {
        Clock clock = new Clock(0);
        Distances distances = load(context.arguments());
        Branching branching = new Branching(distances);
        Subproblem assigned = branching.begun(new Assignment(distances).solve());
        Tour first = FirstTour.of(distances, assigned);
        // One more than its length, so that some subproblems are left if the first tour is the shortest.
        Subproblem proved = branching.proved(assigned, first.length() + 1);
        OpenProblems all = OpenProblems.of(clock.spentNanos(), requireNonNull(proved, "there is a first tour"));
        given = distances;
        firstLength = first.length();
        context.share(DISTANCES, distances);
        context.share(FIRST, first);
        first.tell(context.report());
        known = Found.open(all.least()).add(Found.untouched(first));
        tellBound(context.report());
        context.put(all);
    }

    @Override
    public double priority(OpenProblems problems) {
        return -problems.least();
    }

    @Override
    public void prepare(TaskContext<OpenProblems> context) {
        Incumbent incumbent = new Incumbent(context.shared(FIRST, Tour.class), context.report());
        incumbent.listen(context.comm());
        engine = new Engine(
                context.shared(DISTANCES, Distances.class), incumbent, new Clock(timeLimit(context.arguments())));
    }

    @Override
    public Found identity() {
        return Found.nothing();
    }

    @Override
    public Found executeTask(OpenProblems problems, TaskContext<OpenProblems> context) {
        Engine here = requireNonNull(engine, "prepare comes before the first task");
        here.clock().atLeast(problems.spentNanos());
        if (here.clock().isOver()) {
            return Found.untouched(here.incumbent().tour());
        }
        int size = here.distances().size();
        Branching branching = new Branching(here.distances());
        // A task may be run a second time, so its input must not change.
        OpenProblems open = problems.copy();
        int most = Math.max(1, BUNDLE / (size * size));
        int done = 0;
        while (done < most && open.count() > 0) {
            Subproblem problem = open.pop();
            if (problem.proved() < here.incumbent().length()) {
                done++;
                explore(problem, open, branching, here, context);
            }
        }
        // Where engines and threads wait for tasks, one for each subproblem.
        int together = context.isShortOfTasks() ? 1 : most;
        List<OpenProblems> left =
                open.parts(together, here.incumbent().length(), here.clock().spentNanos());
        left.forEach(context::put);
        return Found.by(here.incumbent().tour(), done, problems.least(), left);
    }

    private static void explore(
            Subproblem problem,
            OpenProblems open,
            Branching branching,
            Engine here,
            TaskContext<OpenProblems> context) {
        int trip = Branching.smallestTrip(problem);
        int[] way = branching.unused(problem);
        if (trip < 0 && way == null) {
            here.incumbent().found(Tour.following(here.distances(), problem.successors()), context.comm());
            return;
        }
        Subproblem proved = branching.proved(problem, here.incumbent().length());
        if (proved != null && way != null) {
            branching.directions(proved, way, here.incumbent().length()).forEach(open::push);
        } else if (proved != null) {
            branching.parts(proved, trip, here.incumbent().length()).forEach(open::push);
        }
    }

    @Override
    public Found merge(Found left, Found right) {
        return left.add(right);
    }

    /**
     * Compares only the proved bounds. Which of several shortest tours is found, and how many subproblems are examined,
     * depends on timing.
     */
    @Override
    public boolean equivalent(Found left, Found right) {
        Tour one = left.shortest();
        Tour other = right.shortest();
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.length() == other.length() && left.bound() == right.bound();
    }

    @Override
    public boolean handlePartial(Found partial, Report report) {
        known = known.add(partial);
        tellBound(report);
        return true;
    }

    /**
     * Reports the bound, and its gap to the shortest tour that has arrived as part of a result. A shorter tour may have
     * been found since then.
     */
    private void tellBound(Report report) {
        Tour shortest = requireNonNull(known.shortest(), "createTasks knows a tour");
        report.put("bound", known.bound());
        report.put("gapPercent", gapPercent(shortest.length(), known.bound()));
    }

    private static double gapPercent(int length, int bound) {
        return length == bound ? 0.0 : 100.0 * (length - bound) / length;
    }

    @Override
    public void handleResults(Found rest, Report report) {
        Distances distances = requireNonNull(given, "createTasks comes before the end");
        known = known.add(rest);
        Tour shortest = requireNonNull(known.shortest(), "every task knows a tour");
        // Adds the ways again, and checks that no city is missing.
        Tour checked = Tour.of(distances, shortest.cities());
        if (checked.length() != shortest.length() || checked.length() > firstLength) {
            throw new IllegalStateException("expected a tour of " + shortest.length() + ", at most " + firstLength
                    + ", found that its ways add up to " + checked.length());
        }
        if (!checked.uses(distances.fixed())) {
            throw new IllegalStateException("expected a tour with all fixed edges, found that one is missing");
        }
        report.put("problem", distances.name());
        checked.tell(report);
        tellBound(report);
        report.put("proved", known.bound() == checked.length());
        report.put("subproblems", known.subproblems());
        report.put("firstLength", firstLength);
    }
}
