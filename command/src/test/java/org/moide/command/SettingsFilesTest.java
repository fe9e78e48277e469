package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.Application;
import org.moide.engine.control.TaskSettings;

class SettingsFilesTest extends CommandRig {
    @Test
    void shouldPreferOptionsToVariablesAndVariablesToFiles() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nengine-memory=64m\nplain=true\n");
        variables.put("MOIDE_THREADS", "3");
        variables.put("MOIDE_ENGINES", "1");

        assertThat(moide("run", "--engines", "2", "--hosts", "a,b", "hello")).isZero();

        assertThat(actions.plan().placement().engines()).isEqualTo(2);
        assertThat(actions.plan().engines().threads()).isEqualTo(3);
        assertThat(actions.plan().engines().memoryBytes()).isEqualTo(64L << 20);
        assertThat(actions.plan().network().plain()).isTrue();
    }

    @Test
    void shouldPassOverWhatASettingsFileSaysForOtherRuns() throws IOException {
        Files.writeString(
                folder.resolve("moide.properties"),
                "verify-tasks=true\nstrategy=guided\ntask-tries=3\nelastic=1:2\nslurm-folder=x\nplain=true\njvm-arg=-ea\n");
        variables.put("MOIDE_MODE", "cooperative");
        variables.put("MOIDE_IDLE_WORKLOAD", "3");

        assertThat(moide("run", "hello")).isZero();
        assertThat(err.toString(UTF_8)).isEmpty();
        RunPlan plan = actions.plan();
        assertThat(plan.tasks()).isEqualTo(TaskSettings.DEFAULT);
        assertThat(plan.strategy().name()).isNull();
        assertThat(plan.placement().isAlone()).isTrue();
        assertThat(plan.network()).isEqualTo(NetworkSettings.usual());
        assertThat(plan.engines().jvmArguments()).isEmpty();
        assertThat(plan.mode()).isEqualTo(Application.Mode.COOPERATIVE);

        assertThat(moide("run", "bag")).isZero();
        assertThat(actions.plan().strategy().name()).isEqualTo("guided");
        assertThat(actions.plan().tasks().failures().tries()).isEqualTo(3);
        assertThat(actions.plan().mode()).isNull();
        assertThat(moide("run", "workers")).isZero();
        assertThat(actions.plan().tasks().handling().verifyTasks()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MOIDE_THREDS             | 3            | 2 | moide: the variable MOIDE_THREDS: no option is called so: did you mean MOIDE_THREADS?
            MOIDE_JVM_ARGS           | -ea          | 2 | did you mean MOIDE_JVM_ARG?
            MOIDE_WATCH              | 2            | 2 | moide: the variable MOIDE_WATCH: expected --watch on the command line only
            MOIDE_threads            | 2            | 2 | moide: the variable MOIDE_threads: no option is called so: did you mean MOIDE_THREADS?
            MOIDE_HELP               | true         | 2 | moide: the variable MOIDE_HELP: expected --help on the command line only
            MOIDE_THREADS            | x            | 2 | moide run: the variable MOIDE_THREADS: --threads: expected a whole number, found 'x'
            MOIDE_ENGINE_MEMORY      | x            | 2 | moide run: the variable MOIDE_ENGINE_MEMORY: --engine-memory: expected a size
            MOIDE_JAVA_OPTS          | -Xmx1g       | 0 | ''
            MOIDE_BUILD              | no           | 0 | ''
            MOIDE_ENGINES_SERVICE_HOST | 10.0.0.1   | 0 | ''
            MOIDE_PORT               | tcp://10.0.0.1:7100 | 0 | ''
            MOIDE_PORT_7100_TCP_ADDR | 10.0.0.1     | 0 | ''
            """)
    void shouldRefuseVariablesThatNoOptionReads(String name, String value, int code, String message) {
        variables.put(name, value);
        assertThat(moide("run", "hello")).isEqualTo(code);
        assertThat(err.toString(UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            threads=2                 | 0 | ''
            strategy=guided           | 0 | ''
            verify-tasks=true         | 0 | ''
            strategy=org.evil.Best    | 2 | ', line 2: ''strategy=org.evil.Best'' may not stand in a file of the current folder'
            ssh-command=sh -c evil    | 2 | expected it in ~/.moide/moide.properties, as the variable MOIDE_SSH_COMMAND, or as --ssh-command
            jvm-arg=-javaagent:x      | 2 | may not stand in a file of the current folder
            classpath=.               | 2 | may not stand in a file of the current folder
            hosts=evil                | 2 | may not stand in a file of the current folder
            report=/etc/passwd        | 2 | may not stand in a file of the current folder
            secret-file=known         | 2 | may not stand in a file of the current folder
            slurm-arg=--prolog=x      | 2 | may not stand in a file of the current folder
            """)
    void shouldTakeFromAFileOfTheCurrentFolderOnlyWhatDoesNoHarm(String line, int code, String message)
            throws IOException {
        Path file = Files.writeString(folder.resolve("moide.properties"), "# of an archive\n" + line + "\n");
        Path here = Path.of("").toAbsolutePath().relativize(file);
        assertThat(MoideCommand.execute(
                        new String[] {"run", "hello"},
                        new TerminalConsole(
                                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80),
                        variables,
                        List.of(here),
                        actions,
                        () -> samples))
                .isEqualTo(code);
        assertThat(err.toString(UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MOIDE_THREADS=2   | moide: @, line 2: no option is called 'MOIDE_THREADS': did you mean threads?
            --threads=2       | moide: @, line 2: no option is called '--threads': did you mean threads?
            Local_Engines=2   | moide: @, line 2: no option is called 'Local_Engines': did you mean local-engines?
            version=true      | moide: @, line 2: expected --version on the command line only
            =2                | moide: @, line 2: no option is called ''
            threads=x         | moide run: @, line 2: --threads: expected a whole number, found 'x'
            engine-memory=x   | moide run: @, line 2: --engine-memory: expected a size such as 512m or 2g, found 'x'
            local-engines=0   | moide run: @, line 2: --local-engines: expected 1 to 4096, found 0
            """)
    void shouldSayWhichLineIsWrong(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("moide.properties"), "# ours\n" + line + "\n");

        assertThat(moide("run", "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8).lines().findFirst().orElseThrow())
                .isEqualTo(message.replace("@", file.toString()));
        assertThat(moide("run", "--threads", "2", "--threads", "3", "hello")).isEqualTo(2);
    }

    @Test
    void shouldNotBlameASettingsFileForWhatWasTyped() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nengine-memory=64m\n");
        assertWrong("moide run: --threads: expected a whole number, found 'x'", "run", "--threads", "x", "hello");
        assertWrong("moide run: --engine-memory: expected a size", "run", "--engine-memory=y", "hello");
    }

    @Test
    void shouldRefuseALineWithoutAValue() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "progress=\n");
        assertThatThrownBy(() -> moide("run", "hello"))
                .isInstanceOf(PlanException.class)
                .hasMessageEndingWith("moide.properties, line 1: expected a value of progress, found none");
    }

    @Test
    void shouldRefuseALineThatStandsTwice() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nthreads=4\n");
        assertThatThrownBy(() -> moide("run", "hello"))
                .isInstanceOf(PlanException.class)
                .hasMessageContainingAll("expected threads once, found it in", "line 1 and in", "line 2");
    }

    @Test
    void shouldRefuseAMisspeltLineOfTheSettingsFile() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "local-engine=2\n");

        assertThat(moide("run", "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide: " + folder.resolve("moide.properties")
                        + ", line 1: no option is called 'local-engine': did you mean local-engines?\n");
    }

    @Test
    void shouldSayWhereAValueStandsThatIsNone() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "# mine\nthreads=x\n");
        assertWrong(
                "moide run: " + folder.resolve("moide.properties")
                        + ", line 2: --threads: expected a whole number, found 'x'",
                "run",
                "hello");

        assertWrong("moide run: --threads: expected a whole number, found 'y'", "run", "--threads", "y", "hello");
        variables.put("MOIDE_THREADS", "z");
        assertWrong(
                "moide run: the variable MOIDE_THREADS: --threads: expected a whole number, found 'z'", "run", "hello");
    }
}
