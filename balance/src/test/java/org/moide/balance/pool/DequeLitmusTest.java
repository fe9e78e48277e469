package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.moide.commlib.litmus.Litmus;

/**
 * Tests critical situations of the deque: the taking of its last few tasks, and a full array while
 * thieves steal from it. The same test must find the fault of each faulty deque.
 */
@Tag("races")
class DequeLitmusTest {
    private static final int BATCH = 200;
    private static final long SEARCH_SECONDS = 20;

    /** The number of tasks that fit before the deque grows. */
    private static final int FULL = 64;

    private static final LoanAccount ACCOUNT = new LoanAccount(1, 1, 1);

    /** One try: a deque, and the tasks that each actor has taken. */
    private static final class Race {
        private final LitmusDeque deque;
        private final PooledTask[] tasks;
        private final int[][] taken;

        Race(LitmusDeque deque, int filled, int pushed, int actors) {
            this.deque = deque;
            this.tasks = new PooledTask[filled + pushed];
            this.taken = new int[actors + 1][filled + pushed];
            for (int task = 0; task < tasks.length; task++) {
                tasks[task] = new PooledTask(ACCOUNT, task, false);
            }
            for (int task = 0; task < filled; task++) {
                deque.push(tasks[task]);
            }
        }

        boolean count(int actor, @Nullable PooledTask task) {
            if (task == null) {
                return false;
            }
            taken[actor][(Integer) task.task()]++;
            return true;
        }

        /**
         * Checks, after all actors have acted, that each task was taken once. Before that, the owner takes the tasks
         * that are left.
         */
        @Nullable
        String judge() {
            int rest = taken.length - 1;
            // A cleared slot ends a sequence of pops too soon, but not all of them.
            for (int pops = 0; pops < 2 * tasks.length; pops++) {
                count(rest, deque.pop());
            }
            for (int task = 0; task < tasks.length; task++) {
                int times = 0;
                for (int[] row : taken) {
                    times += row[task];
                }
                if (times != 1) {
                    return "task " + task + " of " + tasks.length + " taken " + times + " times";
                }
            }
            return null;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 2", "2, 2", "3, 2"})
    void shouldGiveTheLastTasksToOneEachWhenTheOwnerPopsAndThievesSteal(int filled, int thieves)
            throws InterruptedException {
        Litmus.Outcome outcome = lastTasks(LitmusDeque::real, filled, thieves).run(40_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "4, 1", "4, 2"})
    void shouldGiveEachTaskToOneWhenTheDequeIsFullOrGrowsWhileThievesSteal(int pushed, int thieves)
            throws InterruptedException {
        Litmus.Outcome outcome = fullDeque(LitmusDeque::real, pushed, thieves).run(15_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = "BOTTOM_WITHOUT_FENCE") // may take some seconds to appear here: see WeakMemoryTest
    void shouldCatchTheFlawWhenADequeHasOne(RacyDeque.Flaw flaw) throws InterruptedException {
        Supplier<LitmusDeque> racy = () -> new RacyDeque(flaw);
        Litmus<Race> litmus = switch (flaw) {
            case TOP_READ_FIRST, BOTTOM_WITHOUT_FENCE -> lastTasks(racy, 2, 1);
            case LAST_TAKEN_WITHOUT_ASKING -> lastTasks(racy, 1, 1);
            case STOLEN_BY_CHECK_THEN_ACT -> lastTasks(racy, 2, 2);
            case CLEARED_WITHOUT_COMPARING -> fullDeque(racy, 1, 1);
        };
        Litmus.Outcome outcome = litmus.search(SEARCH_SECONDS);
        System.out.println("canary " + flaw + ": " + outcome);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
    }

    private static Litmus<Race> lastTasks(Supplier<LitmusDeque> deques, int filled, int thieves) {
        return new Litmus<>(
                BATCH,
                () -> new Race(deques.get(), filled, 1, thieves + 1),
                Race::judge,
                actors(thieves, filled, (race, owner) -> {
                    for (int pops = 0; pops < filled; pops++) {
                        race.count(owner, race.deque.pop());
                    }
                    race.deque.push(race.tasks[filled]); // would be lost if bottom had fallen behind top
                }));
    }

    /**
     * Makes a test in which the owner pushes tasks. Either it reuses the slot of a task that was just stolen, or the
     * deque grows, depending on which comes first.
     */
    private static Litmus<Race> fullDeque(Supplier<LitmusDeque> deques, int pushed, int thieves) {
        return new Litmus<>(
                BATCH / 4,
                () -> new Race(deques.get(), FULL, pushed, thieves + 1),
                Race::judge,
                actors(thieves, pushed, (race, owner) -> {
                    Thread.yield(); // otherwise it would mostly grow before anything is stolen
                    for (int task = FULL; task < FULL + pushed; task++) {
                        race.deque.push(race.tasks[task]);
                    }
                    if (pushed > 1) {
                        race.count(owner, race.deque.pop());
                    }
                }));
    }

    private interface Owner {
        void act(Race race, int index);
    }

    private static List<Litmus.Actor<Race>> actors(int thieves, int steals, Owner owner) {
        List<Litmus.Actor<Race>> actors = new ArrayList<>();
        actors.add(race -> {
            owner.act(race, 0);
            return null;
        });
        for (int index = 1; index <= thieves; index++) {
            int thief = index;
            actors.add(race -> {
                for (int steal = 0; steal < steals; steal++) {
                    race.count(thief, race.deque.steal());
                }
                return null;
            });
        }
        return actors;
    }
}
