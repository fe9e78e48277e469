package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpCommandsTest extends CommandRig {
    @Test
    void shouldListTheSamplesAndShowWhatOneTakes() {
        assertThat(moide("samples")).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(
                        "hello     does nothing, well\ncg        does nothing, well\nraytrace  does nothing, well\nbag\nfarm\nsaving\nworkers\n");
        out.reset();

        assertThat(moide("run", "cg", "--help")).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(
                        "Usage: moide run [options] cg [arguments]\ndoes nothing, well\n\n  --often n   how often\n");
        assertThat(actions.plans).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run", "engine", "up", "down", "new", "hosts", "samples", "key", "completion", "help", "version"
            })
    void shouldHelpWithEveryCommand(String command) {
        assertThat(moide(command, "--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Usage: moide " + command).contains("Examples:");
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldPrintACompletionScriptThatKnowsTheOptions() {
        assertThat(moide("completion")).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("#!")
                .contains("--local-engines")
                .contains("\"most-loaded\" \"neighbours\"") // names of strategies
                .contains("complete -F");
    }

    @Test
    void shouldShowTheSameHelpWhereverOneAsksForIt() {
        assertThat(moide("bench", "comm", "--help")).isZero();
        String help = out.toString(UTF_8);
        out.reset();
        assertThat(moide("help", "bench", "comm")).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo(help);
        out.reset();
        assertThat(moide("help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Run something:", "Hosts:", "version", "143 ended by SIGTERM");
        assertThat(moide("help", "rum")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("moide: unknown command 'rum': did you mean run or runs?");
    }

    @Test
    void shouldShowTheVersionWhenItIsAskedForAsACommand() {
        assertThat(moide("version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("moide ").contains("Java " + Runtime.version());
    }

    @Test
    void shouldShowTheVersion() {
        assertThat(moide("--version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("moide ").contains("Java " + Runtime.version());
    }
}
