package org.moide.test;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs an application with one seed after the other. The first run that fails is made smaller and described. */
final class Trials {
    /** The most smaller runs, so that a slow application does not take minutes. */
    private static final int MOST_SMALLER = 40;

    /**
     * The number of further seeds if all runs had more losses than can be survived; after these, the test counts as
     * too hard.
     */
    private static final int MORE_SEEDS = 4;

    private final ClusterSettings settings;
    private final Consumer<SimulatedOutcome> verdict;

    Trials(ClusterSettings settings, Consumer<SimulatedOutcome> verdict) {
        this.settings = settings;
        this.verdict = verdict;
    }

    /**
     * Runs all seeds.
     *
     * @throws AssertionError for the first run that fails
     */
    void playAll() {
        int beyondRepair = 0;
        long played = 0;
        while (played < settings.seeds() || (beyondRepair == played && played < settings.seeds() + MORE_SEEDS)) {
            long seed = ++played;
            Trial untroubled = Trial.untroubled(settings, seed);
            Trial.Played calm = playOrTell(untroubled, null);
            Trial troubled = untroubled.troubled(calm.took());
            if (!troubled.troubles().isEmpty()) {
                beyondRepair += playOrTell(troubled, calm.took()).beyondRepair() ? 1 : 0;
            }
        }
        if (beyondRepair == played) {
            throw new AssertionError("expected runs that survive some losses, but in each of " + beyondRepair
                    + " more was lost than can be: expect fewer kills, or more engines");
        }
    }

    /** Repeats one run; if it fails, the message contains its log. */
    void playAgain(Replay replay) {
        Trial untroubled = Trial.untroubled(settings, replay.seed());
        Trial wanted = replay.of(untroubled);
        Duration took = null;
        if (replay.troubles() == null || !replay.troubles().isEmpty()) {
            took = untroubled.play(null, null, null).took();
            wanted = replay.of(untroubled.troubled(took));
        }
        CallStory story = new CallStory();
        try {
            wanted.play(took, verdict, story);
        } catch (RuntimeException | AssertionError wrong) {
            throw new AssertionError(
                    story + "\n\n" + name() + " goes wrong with seed " + wanted.replay() + ": " + wrong.getMessage()
                            + "\n\nit was played on " + wanted,
                    wrong);
        }
    }

    private Trial.Played playOrTell(Trial trial, @Nullable Duration untroubled) {
        try {
            return trial.play(untroubled, verdict, null);
        } catch (RuntimeException | AssertionError wrong) {
            throw told(trial, untroubled, wrong);
        }
    }

    private AssertionError told(Trial trial, @Nullable Duration untroubled, Throwable wrong) {
        Trial smallest = trial;
        Throwable cause = wrong;
        int tries = 0;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (Trial next : smallest.smaller().toList()) {
                Throwable again = tries++ < MOST_SMALLER ? wrongWith(next, untroubled) : null;
                if (again != null && kindOf(again).equals(kindOf(wrong))) {
                    smallest = next;
                    cause = again;
                    smaller = true;
                    break;
                }
            }
        }
        return new AssertionError(
                name() + " goes wrong with seed " + trial.seed() + ": " + cause.getMessage()
                        + "\n\nas little as it takes: " + smallest
                        + "\n-Dmoide.seed=" + smallest.replay() + " plays that again, or seed = \"" + smallest.replay()
                        + "\" in the annotation; -Dmoide.seed=" + trial.seed() + " all of the seed",
                cause);
    }

    private @Nullable Throwable wrongWith(Trial trial, @Nullable Duration untroubled) {
        try {
            trial.play(untroubled, verdict, null);
            return null;
        } catch (RuntimeException | AssertionError wrong) {
            return wrong;
        }
    }

    /**
     * Returns the first word of a failure, such as an exception's class or "deadlock". A smaller run with another word
     * has another failure.
     */
    private static String kindOf(Throwable wrong) {
        return String.valueOf(wrong.getMessage()).strip().split("[:\\n]", 2)[0];
    }

    private String name() {
        return settings.application().substring(settings.application().lastIndexOf('.') + 1);
    }
}
