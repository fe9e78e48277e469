package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeOrder;

/**
 * Tests whole SPMD runs in simulated time, with random events from a seed: engines die at any moment, and changes are
 * ordered.
 */
class SpmdEpochsSimulationTest {
    private static final int SEEDS = Integer.getInteger("moide.seeds", 300);

    @Test
    void shouldHaveTheUndisturbedResultWhateverSingleEngineIsLostWhenever() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            List<Integer> threads = ModelRun.threads(new SplittableRandom(seed), 2 + chaos.nextInt(4));
            Set<Integer> missing = chaos.nextInt(4) == 0 ? Set.of(1 + chaos.nextInt(threads.size() - 1)) : Set.of();
            ModelRun run = new ModelRun(seed, threads, chaos.nextBoolean(), null, true, missing);
            killSome(run, chaos, 1 - missing.size());
            play(seed, run);
            assertThat(run.failure).as("seed %s: %s", seed, run.notes).isNull();
            assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
        }
    }

    @Test
    void shouldGoOnWithoutRestoreOnlyWhenTheEngineIsLostBeforeAnyThreadHasBegun() {
        int failures = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            List<Integer> threads = ModelRun.threads(new SplittableRandom(seed), 2 + chaos.nextInt(4));
            Set<Integer> missing = chaos.nextInt(4) == 0 ? Set.of(1) : Set.of();
            ModelRun run = new ModelRun(seed, threads, false, null, false, missing);
            killSome(run, chaos, 1);
            play(seed, run);
            if (run.lostAfterBegin) {
                assertThat(run.failure).as("seed %s: %s", seed, run.notes).contains("cannot go on without them");
                failures++;
            } else {
                assertThat(run.failure).as("seed %s: %s", seed, run.notes).isNull();
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
            }
        }
        assertThat(failures).as("of %s", SEEDS).isBetween(SEEDS / 10, SEEDS * 9 / 10);
    }

    @Test
    void shouldGiveUpAfterSomeEnginesWhenEachDiesWhileItStarts() {
        for (long seed = 0; seed < SEEDS; seed++) {
            boolean restores = seed % 2 == 0;
            ModelRun dying = new ModelRun(seed, List.of(1, 2, 1), false, null, restores, Set.of(1));
            dying.haveDeadlyHosts();
            play(seed, dying);
            assertThat(dying.failure).as("seed %s", seed).contains("would happen again");
            assertThat(dying.engines).as("seed %s", seed).hasSizeLessThan(12);

            ModelRun absent = new ModelRun(seed, List.of(1, 2, 1), false, null, restores, Set.of(1));
            for (int none = 0; none < 10; none++) {
                absent.haveNoHost();
            }
            play(seed, absent);
            assertThat(absent.failure)
                    .as("seed %s", seed)
                    .isEqualTo("there is nobody in the place of engine-1 on h1: no host is left");
        }
    }

    @Test
    void shouldEndWithTheRightResultOrSayWhatIsLostWhenManyEnginesAreLost() {
        int done = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelRun run = new ModelRun(seed, 2 + chaos.nextInt(5), chaos.nextBoolean());
            killSome(run, chaos, 2 + chaos.nextInt(5));
            for (int none = chaos.nextInt(5); none > 0; none--) {
                run.haveNoHost();
            }
            play(seed, run);
            if (run.failure == null) {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
                done++;
            } else {
                assertThat(run.failure)
                        .as("seed %s: %s", seed, run.notes)
                        .containsAnyOf("are lost", "nobody in the place", "would happen again");
            }
        }
        assertThat(done).as("of %s", SEEDS).isGreaterThan(SEEDS / 2);
    }

    @Test
    void shouldReplaceAndAddEnginesWithTheSameResultWhileOthersAreLost() {
        int changed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelRun run = new ModelRun(seed, 2 + chaos.nextInt(3), chaos.nextBoolean());
            List<String> answers = new ArrayList<>();
            int wanted = 1 + chaos.nextInt(3);
            for (int order = 0; order < wanted; order++) {
                run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(900)), () -> want(run, chaos, answers));
            }
            killSome(run, chaos, chaos.nextInt(2));
            play(seed, run);
            if (run.failure == null) {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
                assertThat(answers)
                        .as("seed %s: each who asks is answered", seed)
                        .hasSizeLessThanOrEqualTo(wanted);
            }
            changed += run.changes.contains("replace") || run.changes.contains("expand") ? 1 : 0;
        }
        assertThat(changed).as("of %s", SEEDS).isGreaterThan(SEEDS / 5);
    }

    @Test
    void shouldHaveTheUndisturbedResultWhenTheCoordinatorIsLostAgainAndAgain() {
        int resumed = 0;
        int others = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelDisk disk = new ModelDisk(seed, chaos.nextInt(3) == 0 ? 0.2 : 0);
            boolean redistributes = chaos.nextBoolean();
            List<Integer> threads = ModelRun.threads(new SplittableRandom(seed), 2 + chaos.nextInt(3));
            for (int loss = 1 + chaos.nextInt(3); loss > 0; loss--) {
                Commit from = disk.latest();
                ModelRun lost = new ModelRun(chaos.nextLong(), threads, redistributes, disk);
                assertGoesOnFrom(from, lost, threads);
                killSome(lost, chaos, chaos.nextInt(2));
                lost.playUntil(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(1_500)));
                assertThat(lost.failure == null ? "" : lost.failure)
                        .as("seed %s: %s", seed, lost.notes)
                        .isEmpty();
                resumed += disk.latest() == null ? 0 : 1;
                if (redistributes && chaos.nextBoolean()) {
                    threads = ModelRun.threads(chaos, 1 + chaos.nextInt(4));
                    others++;
                }
                assertThat(disk.complete())
                        .as("seed %s: checkpoints that stay on the disk", seed)
                        .isLessThanOrEqualTo(5);
            }
            Commit from = disk.latest();
            ModelRun last = new ModelRun(chaos.nextLong(), threads, redistributes, disk);
            play(seed, last);
            assertNotHeardAgain(from, last);
            assertThat(last.failure).as("seed %s: %s", seed, last.notes).isNull();
            assertThat(last.result()).as("seed %s: %s", seed, last.notes).isEqualTo(ModelCells.expected());
        }
        assertThat(resumed).as("from a checkpoint, of %s", SEEDS).isGreaterThan(SEEDS / 2);
        assertThat(others).as("with other engines, of %s", SEEDS).isGreaterThan(SEEDS / 10);
    }

    /**
     * Checks that the engines have the same powers as in the commit from which the run resumed, if they have the same
     * numbers of threads.
     *
     * @param from the commit; null for a run that began anew
     */
    private static void assertGoesOnFrom(@Nullable Commit from, ModelRun run, List<Integer> threads) {
        if (from != null && from.threads().equals(threads)) {
            assertThat(run.firstPowers).isEqualTo(from.powers());
        }
    }

    /**
     * Checks that the application does not report a line again that the lost coordinator had received before the commit
     * from which the run resumed.
     */
    private static void assertNotHeardAgain(@Nullable Commit from, ModelRun run) {
        for (int id = 0; from != null && id < from.heard().size(); id++) {
            String said = id + ":";
            assertThat(run.heard.stream()
                            .filter(line -> line.startsWith(said))
                            .mapToLong(line -> Long.parseLong(line.substring(said.length())))
                            .min()
                            .orElse(Long.MAX_VALUE))
                    .as("ID %s", id)
                    .isGreaterThanOrEqualTo(from.heard().get(id));
        }
    }

    /**
     * Checks runs in which engines are lost together with the engines that keep copies of their states, so that some
     * states are only on disk.
     */
    @Test
    void shouldHaveTheUndisturbedResultWhenManyEnginesAreLostAndStatesAreOnDisk() {
        int fromDisk = 0;
        long seeds = 3L * SEEDS; // many, since the tested case is rare
        for (long seed = 0; seed < seeds; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelDisk disk = new ModelDisk(seed, chaos.nextInt(3) == 0 ? 0 : 0.4);
            List<Integer> threads = ModelRun.threads(new SplittableRandom(seed), 2 + chaos.nextInt(3));
            ModelRun run = new ModelRun(seed, threads, chaos.nextBoolean(), disk);
            killSome(run, chaos, 2 + chaos.nextInt(3));
            killTogether(run, chaos);
            play(seed, run);
            if (run.failure == null) {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
            } else {
                assertThat(run.failure)
                        .as("seed %s: %s", seed, run.notes)
                        .containsAnyOf("would happen again", "are lost");
                assertThat(run.failure.contains("are lost") && disk.latest() != null)
                        .as("seed %s: %s, and the disk has something", seed, run.failure)
                        .isFalse();
            }
            fromDisk += run.notes.stream().anyMatch(note -> note.contains("the disk has")) ? 1 : 0;
        }
        assertThat(fromDisk).as("of %s", seeds).isPositive();
    }

    @Test
    void shouldGoOnWithFewerEnginesWithTheSameResultWhileOthersAreLost() {
        int changed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelRun run = new ModelRun(seed, 3 + chaos.nextInt(3), true);
            List<String> answers = new ArrayList<>();
            for (int order = 0; order < 2; order++) {
                run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(900)), () -> {
                    List<Integer> living = run.living();
                    run.want(new ChangeOrder.Shrink(living.get(chaos.nextInt(living.size()))), answers);
                });
            }
            killSome(run, chaos, chaos.nextInt(2));
            play(seed, run);
            if (run.failure == null) {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelCells.expected());
                assertThat(answers)
                        .as("seed %s: each who asks is answered", seed)
                        .hasSizeLessThanOrEqualTo(2);
                assertThat(run.changes.stream().filter("shrink"::equals).count())
                        .as("seed %s: %s", seed, answers)
                        .isEqualTo(answers.stream()
                                .filter(answer -> answer.contains(" left after "))
                                .count());
            } else {
                assertThat(run.failure).as("seed %s: %s", seed, run.notes).contains("are lost");
            }
            changed += run.changes.contains("shrink") ? 1 : 0;
        }
        assertThat(changed).as("of %s", SEEDS).isGreaterThan(SEEDS / 3);
    }

    private static void want(ModelRun run, SplittableRandom chaos, List<String> answers) {
        if (chaos.nextBoolean()) {
            List<Integer> living = run.living();
            run.want(new ChangeOrder.Replace(living.get(chaos.nextInt(living.size())), List.of()), answers);
        } else {
            run.want(new ChangeOrder.Expand(List.of()), answers);
        }
    }

    /** Kills engines other than the coordinator's own at random times, some of them while the run starts. */
    private static void killSome(ModelRun run, SplittableRandom chaos, int count) {
        for (int victim = 0; victim < count; victim++) {
            run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(chaos.nextInt(4) == 0 ? 120 : 1_200)), () -> {
                List<Integer> living = run.living();
                int seat = living.get(chaos.nextInt(living.size()));
                if (seat != 0) {
                    run.kill(seat);
                }
            });
        }
    }

    /**
     * Kills all engines but the coordinator's own at the same time, and thus also all copies of their states in memory.
     */
    private static void killTogether(ModelRun run, SplittableRandom chaos) {
        run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(1_200)), () -> {
            for (int seat : run.living()) {
                if (seat != 0) {
                    run.kill(seat);
                }
            }
        });
    }

    private static void play(long seed, ModelRun run) {
        try {
            run.play(() -> {});
        } catch (AssertionError | RuntimeException wrong) {
            throw new AssertionError("seed " + seed + ": " + wrong.getMessage() + "; notes " + run.notes, wrong);
        }
        if (run.failure == null) {
            assertThat(run.heard).as("seed %s: said and heard once", seed).doesNotHaveDuplicates();
        }
    }
}
