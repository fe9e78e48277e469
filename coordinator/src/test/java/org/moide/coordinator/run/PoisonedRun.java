package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimNode;
import org.moide.commlib.sim.SimulationException;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Program;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;

/**
 * A simulated run of a bag with one task that ends the process of every engine that runs it. On the coordinator's own
 * engine the task throws an exception, since ending that process would end the run. All random choices come from a
 * seed. In some runs engines and coordinators are also killed.
 */
final class PoisonedRun {
    private static final int TRIES = 3;
    private static final int GENERATIONS = 2;
    private static final Duration UNTROUBLED = Duration.ofMillis(400);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> STRATEGIES = List.of("guided", "stealing", "demand");

    private final long seed;
    private final RunShape shape;
    private final List<Trouble> troubles = new ArrayList<>();
    private final Work poison;
    private final AtomicInteger deaths = new AtomicInteger();
    private final List<String> wrong = new ArrayList<>();
    private @Nullable SimulatedRun run;

    private PoisonedRun(long seed) {
        RandomGenerator random = new SplittableRandom(seed * 3 + 1);
        this.seed = seed;
        this.shape = new RunShape(
                2 + random.nextInt(5),
                1 + random.nextInt(3),
                STRATEGIES.get(random.nextInt(STRATEGIES.size())),
                6 + random.nextInt(30),
                1,
                false,
                false,
                false,
                seed % 3 == 0);
        Work chosen = new Work(random.nextInt(shape.work()), 0);
        for (int generation = random.nextInt(GENERATIONS + 1); generation > 0 && chosen.children() > 0; generation--) {
            chosen = chosen.child(random.nextInt(chosen.children()));
        }
        this.poison = chosen;
        for (int count = random.nextInt(3); count > 0; count--) {
            Duration at = Duration.ofNanos(random.nextLong(UNTROUBLED.toNanos()));
            troubles.add(
                    random.nextInt(3) == 0
                            ? new Trouble.KillCoordinator(at, random.nextBoolean())
                            : new Trouble.Kill(at, 1 + random.nextInt(shape.engines())));
        }
    }

    /** Simulates the run of a seed. Throws an exception if the run does not end as expected. */
    static void play(long seed) {
        new PoisonedRun(seed).play();
    }

    /** A task. Its number decides which tasks it puts and how much time it takes. */
    private record Work(long number, int generation) implements Serializable {
        private static final long serialVersionUID = 1L;

        int children() {
            return generation < GENERATIONS ? (int) (number % 3) : 0;
        }

        Work child(int index) {
            return new Work(number * 4 + 100 + index, generation + 1);
        }

        Duration time() {
            return Duration.ofMillis(2 + number % 30);
        }

        long size() {
            long size = 1;
            for (int child = 0; child < children(); child++) {
                size += child(child).size();
            }
            return size;
        }

        boolean hasBelow(Work other) {
            for (int child = 0; child < children(); child++) {
                if (child(child).equals(other) || child(child).hasBelow(other)) {
                    return true;
                }
            }
            return equals(other);
        }
    }

    private final class Bag implements TaskApplication<Work, Long> {
        private final SimNode node;

        Bag(SimNode node) {
            this.node = node;
        }

        @Override
        public void createTasks(TaskContext<Work> context) {
            for (int root = 0; root < shape.work(); root++) {
                context.put(new Work(root, 0));
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Work work, TaskContext<Work> context) {
            node.compute(work.time());
            if (work.equals(poison)) {
                kill(node);
            }
            for (int child = 0; child < work.children(); child++) {
                context.put(work.child(child));
            }
            return 1L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long count, Report report) {
            report.put("count", count);
        }
    }

    private void kill(SimNode node) {
        SimulatedRun now = run;
        if (now == null || now.isHome(node)) {
            if (deaths.get() > 0 && troubles.isEmpty() && now != null && now.isAnyEngineLeft()) {
                wrong.add("it ran in the coordinator's own process after it had ended " + deaths + " engines");
            }
            throw new IllegalStateException("poison");
        }
        deaths.incrementAndGet();
        now.cluster().after(Duration.ofNanos(1), "poison in " + node, () -> now.halt(node));
        node.compute(Duration.ofHours(1));
    }

    private void play() {
        Function<SimNode, Program> programs = Bag::new;
        SimulatedApplication application = new SimulatedApplication() {
            @Override
            public Program program(SimNode home) {
                return programs.apply(home);
            }

            @Override
            public TaskSettings tasks(long unused) {
                return new TaskSettings(
                        Discipline.DEFAULT,
                        new FailurePolicy(TRIES, Long.MAX_VALUE),
                        new DataSettings(1 << 20, null, false),
                        false);
            }
        };
        try (SimulatedRun made = new SimulatedRun(seed, shape, application)) {
            run = made;
            troubles.forEach(
                    trouble -> made.cluster().after(trouble.at(), trouble.toString(), () -> trouble.strike(made)));
            made.begin();
            try {
                made.cluster().runUntil(made::isOver, LIMIT);
                check(made);
            } catch (SimulationException stuck) {
                throw new AssertionError(this + ": " + stuck.getMessage() + "; notes " + made.notes(), stuck);
            }
            made.cluster().network(NetworkModel.healthy());
        }
    }

    private void check(SimulatedRun made) {
        RunOutcome outcome = made.outcome();
        EngineReport.Failed failure = outcome == null ? null : outcome.failure();
        require(failure == null, "a run that goes on without the task", failure, made);
        require(wrong.isEmpty(), "no engine lost that need not be", wrong, made);
        // Each further coordinator tries the given-up task again, since it knows that this task must run alone.
        int coordinators = (int) troubles.stream()
                .filter(Trouble.KillCoordinator.class::isInstance)
                .count();
        int most = TRIES + (TRIES - 1) * coordinators;
        require(deaths.get() <= most + lostBeside(), "at most " + most + " engines lost", deaths, made);
        List<String> given = outcome == null
                ? List.of()
                : outcome.failedTasks().stream().map(task -> task.task()).toList();
        require(given.size() == 1, "one task given up", given, made);
        long all = 0;
        for (int root = 0; root < shape.work(); root++) {
            all += new Work(root, 0).size();
        }
        List<Long> allowed = new ArrayList<>();
        Work above = poison;
        while (true) {
            allowed.add(all - above.size());
            Work known = above;
            Work next = parent(known);
            if (next == null) {
                break;
            }
            above = next;
        }
        Object count = made.results().get("count");
        require(
                count instanceof Long found && allowed.contains(found),
                "all results but those of the task or of one that put it: " + allowed,
                count,
                made);
    }

    /** Returns how many engines were lost for other reasons. The coordinator may believe that the task ended them. */
    private int lostBeside() {
        return (int) troubles.stream().filter(Trouble.Kill.class::isInstance).count();
    }

    private @Nullable Work parent(Work of) {
        for (int root = 0; root < shape.work(); root++) {
            Work at = new Work(root, 0);
            while (at.hasBelow(of) && !at.equals(of)) {
                Work next = null;
                for (int child = 0; child < at.children(); child++) {
                    if (at.child(child).equals(of)) {
                        return at;
                    }
                    if (at.child(child).hasBelow(of)) {
                        next = at.child(child);
                    }
                }
                if (next == null) {
                    return null;
                }
                at = next;
            }
        }
        return null;
    }

    private void require(boolean holds, String what, @Nullable Object found, SimulatedRun made) {
        if (!holds) {
            throw new AssertionError(this + ": expected " + what + ", found " + found + "; notes " + made.notes());
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + " on " + shape + " with poison " + poison + " and troubles " + troubles;
    }
}
