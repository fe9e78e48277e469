package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.engine.Arguments;
import org.moide.engine.control.TaskSettings;

class KnownPlansTest {
    private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> WORDS = List.of("run", "--threads=1", "a.Hello", "--", "1", "--help");

    @TempDir
    Path folder;

    private Path jar;
    private Path classes;
    private Path settings;
    private Instant now = WRITTEN.plusSeconds(10);
    private KnownPlans plans;

    @BeforeEach
    void write() throws IOException {
        jar = written("a.jar", "jar", WRITTEN);
        classes = Files.createDirectory(folder.resolve("classes"));
        settings = folder.resolve("moide.properties");
        plans = new KnownPlans(List.of(settings), () -> now);
    }

    @Test
    void shouldKnowThePlanOfTheSameWordsWithTheArgumentsOfThese() {
        plans.keep(WORDS, plan(OutputSettings.usual(), "1", "--help"));

        assertThat(plans.of(List.of("run", "--threads=1", "a.Hello", "--", "2")))
                .isEqualTo(plan(OutputSettings.usual(), "2"));
        assertThat(plans.of(List.of("run", "--threads=2", "a.Hello", "--", "2")))
                .isNull();
        assertThat(plans.of(List.of("run", "--threads=1", "a.Hello"))).isNull();
    }

    @Test
    void shouldForgetWhatFilesHaveChanged() throws IOException {
        plans.keep(WORDS, plan(OutputSettings.usual()));
        written("a.jar", "another", WRITTEN);
        assertThat(plans.of(WORDS)).isNull();

        plans.keep(WORDS, plan(OutputSettings.usual()));
        assertThat(plans.of(WORDS)).isNotNull();
        written("a.jar", "another", WRITTEN.plusSeconds(1));
        assertThat(plans.of(WORDS)).isNull();

        plans.keep(WORDS, plan(OutputSettings.usual()));
        written("moide.properties", "threads=2", WRITTEN);
        assertThat(plans.of(WORDS)).isNull();

        plans.keep(WORDS, plan(OutputSettings.usual()));
        Files.delete(settings);
        Files.writeString(classes.resolve("A.class"), "what is in a folder does not matter");
        assertThat(plans.of(WORDS)).isNull();
        plans.keep(WORDS, plan(OutputSettings.usual()));
        Files.writeString(classes.resolve("B.class"), "what is in a folder does not matter");
        assertThat(plans.of(WORDS)).isNotNull();
    }

    @Test
    void shouldNotTrustFilesThatWereWrittenJustNow() {
        now = WRITTEN.plusSeconds(1);
        plans.keep(WORDS, plan(OutputSettings.usual()));

        assertThat(plans.of(WORDS)).isNull();
    }

    @Test
    void shouldUnderstandWordsOnceUnlessAnOptionNamesAFile() throws IOException {
        SampleIndex samples = SampleIndex.find(Applications.jar(
                folder.resolve("moide-samples.jar"),
                "",
                "",
                "hello=" + Applications.Good.class.getName() + "\n",
                Applications.Good.class));
        AtomicReference<RunLine> line = new AtomicReference<>();
        List<RunPlan> done = new ArrayList<>();
        MoideActions actions = (MoideActions) Proxy.newProxyInstance(
                MoideActions.class.getClassLoader(), new Class<?>[] {MoideActions.class}, (proxy, run, arguments) -> {
                    RunPlan plan = (RunPlan) arguments[0];
                    line.get().understood(plan);
                    done.add(plan);
                    return 0;
                });
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        TerminalConsole console = new TerminalConsole(nowhere, nowhere, false, 80);
        line.set(new RunLine(
                actions,
                console,
                () -> samples,
                Map.of(),
                List.of(),
                () -> Instant.now().plusSeconds(60)));

        for (String option : List.of("--threads=1", "--report=" + folder.resolve("run.json"))) {
            for (String argument : List.of("1", "2")) {
                assertThat(line.get().execute(List.of("run", option, "hello", "--", argument)))
                        .isZero();
            }
        }

        assertThat(done.get(1).placement()).isSameAs(done.get(0).placement());
        assertThat(done.get(1).application().arguments()).isEqualTo(Arguments.of("2"));
        assertThat(done.get(3).placement()).isNotSameAs(done.get(2).placement());
    }

    private Path written(String name, String content, Instant time) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private RunPlan plan(OutputSettings output, String... arguments) {
        return new RunPlan(
                new ApplicationPlan("a.Hello", "a.Hello", List.of(jar, classes), new Arguments(List.of(arguments))),
                Placement.alone(),
                Assistance.NONE,
                EngineSettings.measured(),
                null,
                StrategyChoice.usual(),
                TaskSettings.DEFAULT,
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                output);
    }
}
