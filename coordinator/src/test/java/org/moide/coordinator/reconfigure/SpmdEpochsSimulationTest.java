package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole SPMD runs in simulated time, with engines that die at any moment and others that are wanted: from seeds. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SpmdEpochsSimulationTest {
    private static final int SEEDS = Integer.getInteger("moide.seeds", 300);

    @Test
    void shouldHaveTheUndisturbedResultWhateverSingleEngineIsLostWhenever() {
        int failures = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelRun run = new ModelRun(seed, 2 + chaos.nextInt(4), chaos.nextBoolean());
            killSome(run, chaos, 1);
            play(seed, run);
            // Only before anybody has called restore is a loss the end.
            if (run.failure != null) {
                assertThat(run.failure).as("seed %s", seed).contains("cannot go on without them");
                failures++;
            } else {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelRun.expected());
            }
        }
        assertThat(failures).as("of %s", SEEDS).isLessThan(SEEDS / 10);
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
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelRun.expected());
                done++;
            } else {
                assertThat(run.failure)
                        .as("seed %s: %s", seed, run.notes)
                        .containsAnyOf("cannot go on without them", "are lost", "nobody in the place");
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
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelRun.expected());
                assertThat(answers)
                        .as("seed %s: each who asks is answered", seed)
                        .hasSizeLessThanOrEqualTo(wanted);
            }
            changed += run.changes.contains("replace") || run.changes.contains("expand") ? 1 : 0;
        }
        assertThat(changed).as("of %s", SEEDS).isGreaterThan(SEEDS / 5);
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
                    run.shrink(living.get(chaos.nextInt(living.size())), asker(answers));
                });
            }
            killSome(run, chaos, chaos.nextInt(2));
            play(seed, run);
            if (run.failure == null) {
                assertThat(run.result()).as("seed %s: %s", seed, run.notes).isEqualTo(ModelRun.expected());
                assertThat(answers)
                        .as("seed %s: each who asks is answered", seed)
                        .hasSizeLessThanOrEqualTo(2);
                assertThat(run.changes.stream().filter("shrink"::equals).count())
                        .as("seed %s: %s", seed, answers)
                        .isEqualTo(answers.stream()
                                .filter(answer -> answer.contains(" left at "))
                                .count());
            } else {
                assertThat(run.failure)
                        .as("seed %s: %s", seed, run.notes)
                        .containsAnyOf("cannot go on without them", "are lost");
            }
            changed += run.changes.contains("shrink") ? 1 : 0;
        }
        assertThat(changed).as("of %s", SEEDS).isGreaterThan(SEEDS / 3);
    }

    private static void want(ModelRun run, SplittableRandom chaos, List<String> answers) {
        ChangeAsker asker = asker(answers);
        if (chaos.nextBoolean()) {
            List<Integer> living = run.living();
            run.replace(living.get(chaos.nextInt(living.size())), asker);
        } else {
            run.expand(asker);
        }
    }

    private static ChangeAsker asker(List<String> answers) {
        return new ChangeAsker() {
            @Override
            public void done(String what) {
                answers.add(what);
            }

            @Override
            public void refused(String why) {
                answers.add(why);
            }
        };
    }

    /** Kills engines, but never the coordinator's own, at any time of the run. */
    private static void killSome(ModelRun run, SplittableRandom chaos, int count) {
        for (int victim = 0; victim < count; victim++) {
            run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(1_200)), () -> {
                List<Integer> living = run.living();
                int seat = living.get(chaos.nextInt(living.size()));
                if (seat != 0) {
                    run.kill(seat);
                }
            });
        }
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
