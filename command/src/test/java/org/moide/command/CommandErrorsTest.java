package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.command.checkup.Checkup;
import org.moide.command.checkup.Finding;
import org.moide.commlib.CommException;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.UsageException;
import org.moide.engine.loading.ProgramStartException;

class CommandErrorsTest extends CommandRig {
    @Test
    void shouldTellWhatAnApplicationsConstructorThrewAsTheApplicationsFault() {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        assertThat(new CommandErrors(console)
                        .thrown(
                                new ProgramStartException("the constructor of A threw", new IOException("no room")),
                                "moide run",
                                false))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).isEqualTo("""
                        moide run: the constructor of A threw: java.io.IOException: no room
                        with --verbose before the application you see where
                        """);
    }

    @Test
    void shouldSayInTwoLinesWhatIsWrong() {
        assertWrong("moide run: unknown option '--thread': did you mean --threads?", "run", "--thread", "2", "cg");
        assertWrong(
                "moide run: unknown option '--no-progres': did you mean --no-progress?", "run", "--no-progres", "cg");
        assertWrong("moide: unknown command 'rum': did you mean run or runs?", "rum");
        assertWrong("moide: expected a command such as 'moide run raytrace', found none");
        assertWrong("moide run: expected an application, found none", "run");
        assertWrong("moide run: no application 'raytrce': did you mean raytrace?", "run", "raytrce");
        assertWrong("moide run: --threads: expected 1 or more, found 0", "run", "--threads", "0", "cg");
        assertWrong("moide run: --threads: expected a whole number, found 'x'", "run", "--threads", "x", "cg");
        assertWrong(
                "moide run: --mode: expected independent or cooperative, found 'both'", "run", "--mode", "both", "cg");
        assertWrong("moide run: --power: expected host=number", "run", "--power", "7", "cg");
        assertWrong("moide run: --hosts, column 3: expected", "run", "--hosts", "a:", "cg");
        assertWrong("moide run: --threads: expected a value, found none: --threads <n>", "run", "--threads");
        assertWrong("moide engine: --engine-ports: expected two ports", "engine", "--engine-ports", "72x");
        assertWrong("moide engine: unexpected word 'x'", "engine", "x");
    }

    @Test
    void shouldTurnFailuresIntoExitCodes() {
        assertThat(failing(new PlanException("p"))).isEqualTo(2);
        assertThat(failing(new UsageException("u"))).isEqualTo(2);
        assertThat(failing(new NoHostsException("h"))).isEqualTo(3);
        assertThat(failing(new InterruptedException())).isEqualTo(130);
        assertThat(failing(new CommException("c"))).isEqualTo(1);
        assertThat(failing(new IllegalStateException("i"))).isEqualTo(1);
        assertThat(err.toString(UTF_8).lines())
                .contains(
                        "moide run: p",
                        "moide run: u",
                        "moide run: h",
                        "moide run: interrupted",
                        "moide run: c",
                        "moide run: a fault of MOIDE's own: java.lang.IllegalStateException: i")
                .noneMatch(line -> line.contains("\tat "));
        actions.exitCode = 1;
        actions.failures.clear();
        assertThat(moide("run", "hello")).isEqualTo(1);
    }

    @Test
    void shouldShowTheStackOnlyWhenAskedTo() {
        actions.failures.add(new CommException("c"));

        assertThat(moide("run", "--verbose", "hello")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("\tat org.moide.command.CommandErrorsTest");
    }

    private int failing(Exception failure) {
        actions.failures.clear();
        actions.failures.add(failure);
        return moide("run", "hello");
    }

    @Test
    void shouldSayWhatIsWrongAndFailIfSomethingFails() {
        actions.checkup =
                new Checkup(List.of(new Checkup.Host("this machine", List.of(Finding.warn("home", "full", "tidy")))));
        assertThat(moide("doctor", "--hosts", "a,b:7101")).isZero();
        assertThat(actions.hosts.get(0).daemons()).hasToString("[a:7100, b:7101]");
        assertThat(out.toString(UTF_8)).contains("-> tidy", "0 OK, 1 WARN, 0 FAIL");

        actions.checkup =
                new Checkup(List.of(new Checkup.Host("this machine", List.of(Finding.fail("home", "full", "tidy")))));
        out.reset();
        assertThat(moide("doctor", "--json")).isEqualTo(1);
        assertThat(JsonParser.parseString(out.toString(UTF_8))
                        .getAsJsonObject()
                        .get("fail")
                        .getAsInt())
                .isEqualTo(1);
    }
}
