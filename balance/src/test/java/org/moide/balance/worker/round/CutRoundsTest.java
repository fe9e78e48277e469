package org.moide.balance.worker.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CutRoundsTest {
    private static final long MILLI = 1_000_000;

    private final CutRounds rounds = new CutRounds(2);
    private long now;
    private long wave;

    @Test
    void shouldAskNobodyBeforeACutBegins() {
        assertThat(rounds.tick(now)).isNull();
        assertThat(rounds.nextTickNanos()).isEqualTo(Long.MAX_VALUE);
        rounds.begin(now);
        assertThat(rounds.isOpen()).isTrue();
        assertThat(rounds.tick(now)).isEqualTo(new RoundMessage.CutAsked(1, 1));
        assertThat(rounds.tick(now)).as("while one is under way").isNull();
    }

    @Test
    void shouldBeCompleteWhenTwoWavesFindNobodyBehindAndNothingUnderWay() {
        rounds.begin(now);
        assertThat(round(false, 5, 5, false)).isNull();
        assertThat(round(false, 5, 5, false)).isEqualTo(new RoundMessage.CutComplete(1, true));
        assertThat(rounds.isOpen()).isFalse();
        rounds.begin(now);
        assertThat(round(false, 5, 5, false)).isNull();
        assertThat(round(false, 5, 5, false)).isEqualTo(new RoundMessage.CutComplete(2, true));
    }

    @Test
    void shouldGoOnWhileSomebodyIsBehindOrSomethingUnderWay() {
        rounds.begin(now);
        assertThat(round(true, 5, 5, false)).isNull();
        assertThat(round(false, 6, 5, false)).isNull();
        assertThat(round(false, 6, 6, false)).isNull();
        assertThat(round(false, 7, 7, false))
                .as("something was sent in between")
                .isNull();
        assertThat(round(false, 7, 7, false)).isInstanceOf(RoundMessage.CutComplete.class);
    }

    @Test
    void shouldSayThatACutCannotBeUsed() {
        rounds.begin(now);
        round(false, 5, 5, true);
        assertThat(round(false, 5, 5, true)).isEqualTo(new RoundMessage.CutComplete(1, false));
    }

    @Test
    void shouldAskOneThatJoinsFromTheNextCutOn() {
        rounds.begin(now);
        assertThatThrownBy(rounds::joins).hasMessageContaining("found cut 1 open");
        round(false, 5, 5, false);
        round(false, 5, 5, false);
        rounds.joins();
        rounds.begin(now);
        assertThat(round(false, 5, 5, false)).as("the third has not told").isNull();
        assertThat(rounds.told(told(wave, 2, false, 0, 0, false), now)).isNull();
        assertThat(round(false, 5, 5, false)).isNull();
        assertThat(rounds.told(told(wave, 2, false, 0, 0, false), now))
                .isEqualTo(new RoundMessage.CutComplete(2, true));
    }

    @Test
    void shouldHearOnlyWhatBelongsToTheWave() {
        rounds.begin(now);
        assertThat(rounds.told(told(0, 0, false, 0, 0, false), now))
                .as("of no wave")
                .isNull();
        rounds.tick(now);
        wave = 1;
        rounds.told(told(wave, 0, false, 0, 0, false), now);
        assertThat(rounds.told(told(wave, 0, false, 0, 0, false), now))
                .as("told twice")
                .isNull();
        assertThat(rounds.nextTickNanos()).as("one has not told").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldAskLessOftenTheLongerItTakes() {
        rounds.begin(now);
        while (now < 1_000 * MILLI) {
            round(true, 0, 0, false);
            now = rounds.nextTickNanos();
        }
        assertThat(wave).isBetween(50L, 100L);
    }

    /**
     * Plays one wave of questions. One of the two processes reports the given values, the other one no messages.
     * Returns the message for all processes that results from the answers.
     */
    private @Nullable RoundMessage round(boolean behind, long sent, long received, boolean spoiled) {
        now = Math.max(now, rounds.nextTickNanos());
        RoundMessage asked = rounds.tick(now);
        assertThat(asked).isInstanceOf(RoundMessage.CutAsked.class);
        wave = ((RoundMessage.CutAsked) asked).number();
        assertThat(rounds.told(told(wave, 1, false, 0, 0, false), now)).isNull();
        return rounds.told(told(wave, 0, behind, sent, received, spoiled), now);
    }

    private static RoundMessage.CutTold told(
            long wave, int process, boolean behind, long sent, long received, boolean spoiled) {
        return new RoundMessage.CutTold(wave, process, behind, sent, received, spoiled);
    }
}
