package org.moide.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Program;
import org.moide.test.planted.ForgottenState;
import org.moide.test.planted.HomelessState;
import org.moide.test.planted.StaticCounter;

class TrialTest {
    private static final Duration UNTROUBLED = Duration.ofMillis(400);

    private static Trial trial(Class<? extends Program> application, long seed) {
        ClusterSettings settings = new ClusterSettings(application.getName(), List.of(), 3, 2, 1, 2, 2);
        return Trial.untroubled(settings, seed).troubled(UNTROUBLED);
    }

    @ParameterizedTest
    @ValueSource(classes = {ForgottenState.class, StaticCounter.class, HomelessState.class})
    void shouldTellTheSameStoryWhenTheSeedIsTheSame(Class<? extends Program> application) {
        String story = story(trial(application, 3));
        assertThat(story).contains("engine 2").isEqualTo(story(trial(application, 3)));
        assertThat(story).isNotEqualTo(story(trial(application, 4)));
    }

    private static String story(Trial trial) {
        CallStory story = new CallStory();
        trial.play(UNTROUBLED, anything -> {}, story);
        return story.toString();
    }

    @Test
    void shouldBeWhatItsReplaySays() {
        Trial whole = seedWithTroubles(3);
        Trial part = whole.smaller().toList().get(1); // without its second trouble
        assertThat(part.replay()).isEqualTo(whole.seed() + "/3x2/0.2");
        assertThat(Replay.parse(part.replay()).of(whole)).isEqualTo(part);
        assertThat(Replay.parse(String.valueOf(whole.seed())).of(whole)).isEqualTo(whole);
        assertThat(Replay.parse("7/2x1/-").of(whole).troubles()).isEmpty();
    }

    private static Trial seedWithTroubles(int count) {
        long seed = 1;
        while (trial(StaticCounter.class, seed).troubles().size() != count) {
            seed++;
        }
        return trial(StaticCounter.class, seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "17/", "17/2x", "17/2x1", "17/2x1/", "17/2x1/0.", "-1"})
    void shouldRefuseAReplayThatIsNone(String text) {
        assertThatThrownBy(() -> Replay.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found '" + text + "'");
    }
}
