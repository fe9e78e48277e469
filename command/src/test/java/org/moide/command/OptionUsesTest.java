package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.strategy.Location;
import org.moide.command.checkup.Checkup;
import org.moide.command.history.KeptReport;
import org.moide.command.history.RunHistory;
import org.moide.command.report.WholeReport;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.command.runs.KnownRuns;
import org.moide.command.runs.OwnRuns;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.run.RunKind;
import org.moide.coordinator.run.Scenario;
import org.moide.coordinator.run.SimulatedRun;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.monitor.HostMoment;
import org.moide.monitor.Pressure;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Tests each option of each command with each kind of program and each kind of place. On the command line an option
 * must have an effect or be refused; from an environment variable it must have the same effect or none. An option that
 * is accepted without effect fails the test.
 */
class OptionUsesTest {
    private static final List<DaemonAddress> STARTED =
            List.of(new DaemonAddress("127.0.0.1", 7101, 0), new DaemonAddress("127.0.0.1", 7102, 0));

    private static final List<String> PROGRAMS = List.of("hello", "farm", "saving", "bag", "workers");

    /** The names of the plan's components that each of these programs does not read. */
    private static final Map<String, Set<String>> UNREAD = Map.of(
            "hello",
            Set.of(
                    "assistance",
                    "elasticity",
                    "strategy",
                    "tasks",
                    "workload",
                    "checkpoints",
                    "checkpointPercent",
                    "dataFolder"),
            "farm",
            Set.of(
                    "assistance",
                    "elasticity",
                    "failures",
                    "data",
                    "verifyMerge",
                    "handling",
                    "checkpoints",
                    "checkpointPercent",
                    "dataFolder"),
            "saving",
            Set.of("assistance", "strategy", "tasks", "workload", "dataFolder"),
            "bag",
            Set.of("mode", "collectives", "handling", "checkpoints", "checkpointPercent"),
            "workers",
            Set.of("assistance", "mode", "collectives", "pool", "failures", "data", "verifyMerge", "dataFolder"));

    /** The options that select each kind of place. */
    private static final Map<RunPlace, List<String>> PLACES = Map.of(
            RunPlace.ALONE, List.of(),
            RunPlace.LOCAL, List.of("--local-engines=2"),
            RunPlace.DAEMONS, List.of("--hosts=a,b"),
            RunPlace.SSH, List.of("--ssh=a,b"),
            RunPlace.SLURM, List.of("--slurm"),
            RunPlace.SYMMETRIC, List.of("--symmetric"));

    /** A placeholder in options for a folder that does not exist. */
    private static final String NEW_FOLDER = "<new>";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final TerminalConsole console =
            new TerminalConsole(new Unread(out), new PrintStream(err, true, UTF_8), false, 80);
    private final List<String> done = new ArrayList<>();
    private final List<RunPlan> plans = new ArrayList<>();
    private Set<String> unread = Set.of();
    private RunFolders runs;
    private RunHistory history;
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> byLabel =
            new HashMap<>(Map.of("<size>", "64m", "<time>", "7m", "<seconds>", "3", "<address>", "127.0.0.1"));
    private SampleIndex samples;
    /**
     * The options whose effect a plan does not show. Other tests check their effects, such as {@link RunOptionsTest}
     * and {@link SimulateCommandTest}.
     */
    private static final Set<String> SEEN_ELSEWHERE = Set.of(
            "stop --force", // in RunOrdersTest
            "fetch --to", // in FetchedFilesTest
            "attach --no-fetch",
            "fetch --force",
            "logs --follow", // in DetachedStoryTest
            "bench comm --json", // effect on files of measurements
            "bench comm --plot",
            "hosts --monitor", // the hosts that it knows are the named ones here
            "hosts --hosts", // used only if the monitor does not answer
            "hosts --hostfile",
            "top --hosts",
            "top --hostfile",
            "top --monitor",
            "engine --bind", // for a job's daemon, which srun must start
            "engine --advertise",
            "engine --plain",
            "new --bag", // the default kind
            "replay --classpath", // finds a user's own strategy; the replayed run has none
            "replay --wide", // no line is long enough
            "simulate --strategy-file"); // the file contains no settings here

    /**
     * A standard output whose reader leaves after a pause, so that a command with repeated output ends after the second
     * time.
     */
    private final class Unread extends PrintStream {
        Unread(ByteArrayOutputStream to) {
            super(to, true, UTF_8);
        }

        @Override
        public boolean checkError() {
            return done.stream().anyMatch(line -> line.startsWith("pause "));
        }
    }

    private final List<String> elsewhere = new ArrayList<>();
    private final Set<String> accepted = new HashSet<>();
    private final Map<List<String>, String> bases = new HashMap<>();
    private MoideCommand moide;
    private CommandLine all;

    @BeforeEach
    void prepare() throws IOException {
        String kinds = Applications.class.getName();
        samples = SampleIndex.find(Applications.jar(
                folder.resolve("moide-samples.jar"),
                "",
                "",
                "hello=" + kinds + "$Good\nbag=" + kinds + "$Bag\nfarm=" + kinds + "$Farm\nsaving=" + kinds
                        + "$Saving\nworkers=" + kinds + "$Workers\n",
                Applications.Good.class,
                Applications.Bag.class,
                Applications.Farm.class,
                Applications.Farm.Taker.class,
                Applications.Saving.class,
                Applications.Workers.class));
        moide = new MoideCommand(actions(), console, () -> samples, new SettingsProvider(Map.of(), List.of()));
        all = moide.lineOf();
        runs = new RunFolders(folder.resolve("runs"), "h1");
        history = new RunHistory(folder.resolve("history"));
        fillValues();
    }

    /**
     * Sets the values that the test gives to options: those for the labels of options' arguments, and those of options
     * that need a value of their own.
     */
    private void fillValues() throws IOException {
        Path dir = Files.createDirectories(folder.resolve("dir"));
        byLabel.put("<folder>", dir.toString());
        byLabel.put(
                "<file>",
                Files.writeString(folder.resolve("some"), "# nothing\n").toString());
        values.put("--local-engines", "3");
        values.put("--hosts", "c");
        values.put(
                "--hostfile", Files.writeString(folder.resolve("hosts"), "d\n").toString());
        values.put("--monitor", "m");
        values.put(
                "--topology",
                Files.writeString(folder.resolve("places"), "a paris\n").toString());
        values.put(
                "--comm-profile",
                Files.writeString(folder.resolve("c"), "longReduceBytes=4096").toString());
        values.put("--classpath", folder.resolve("moide-samples.jar").toString());
        values.put("--mode", "cooperative");
        values.put("--strategy", "guided");
        values.put("--pool", "lifo_st2");
        values.put("--second-copies", "off");
        values.put("--task-failures", "ignore");
        values.put("--elastic", "1:3");
        values.put("--jvm-arg", "-Xss3m");
        values.put("--slurm-arg", "--time=3");
        values.put("--power", "own=7");
        values.put("--label", "gpu");
        values.put("--exclude", "c*");
        values.put("--metrics", "9400");
        values.put("--page", "8123");
        values.put("--ssh", "e");
        values.put("--ssh-command", "ssh -v");
        values.put("--assist-from", "f");
        values.put("--checkpoint-share", "7");
        values.put("--idle-workload", "2");
        values.put("--port", "7300");
        values.put("--engine-ports", "7200-7210");
        values.put("--log-level", "debug");
        values.put("--dns", "engines.example.org");
        values.put("--least", "16");
        values.put("--most", "64k");
        values.put("--tunnel", "h1:" + dir);
        values.put("--per", "thread");
        values.put("--until", "40");
        values.put("--output", folder.resolve("bundle.zip").toString());
        values.put("--package", "org.own");
        values.put("--repository", "https://repository.example.org");
    }

    private String value(OptionSpec option) {
        Use use = OptionUses.use(option);
        String usual = use != null && use.writes().length > 0
                ? folder.resolve("new" + use.writes()[0]).toString()
                : byLabel.getOrDefault(option.paramLabel(), "2");
        return values.getOrDefault(option.longestName(), usual);
    }

    // --- moide run, moide bench comm ------------------------------------------------------------------------------

    @Test
    void shouldHaveAnEffectOrARefusalInEachCellOfTheTableOfARun() {
        List<String> wrong = new ArrayList<>();
        int cells = 0;
        for (OptionSpec option : shown(all.getSubcommands().get("run"))) {
            for (String program : PROGRAMS) {
                for (RunPlace place : RunPlace.values()) {
                    cells++;
                    look(option, List.of("run"), PLACES.get(place), List.of(program), wrong);
                }
            }
        }
        assertThat(String.join("\n", wrong)).as("of %s cells", cells).isEmpty();
        assertThat(cells).isGreaterThan(1500);
        assertThat(accepted)
                .as("options whose value is refused everywhere have another in this test")
                .containsAll(shown(all.getSubcommands().get("run")).stream()
                        .map(OptionSpec::longestName)
                        .toList());
    }

    @Test
    void shouldHaveAnEffectOrARefusalWhereverCommunicationIsMeasured() {
        List<String> wrong = new ArrayList<>();
        samples = SampleIndex.find(null);
        for (OptionSpec option :
                shown(all.getSubcommands().get("bench").getSubcommands().get("comm"))) {
            for (RunPlace place : List.of(RunPlace.ALONE, RunPlace.LOCAL, RunPlace.DAEMONS)) {
                look(option, List.of("bench", "comm"), PLACES.get(place), List.of(), wrong);
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void shouldTellWhetherAnOptionThatHasAnEffectNamesAFile() {
        for (OptionSpec option : shown(all.getSubcommands().get("run"))) {
            boolean done = outcome(List.of("run"), List.of(word(option, "run")), List.of("bag"), Map.of())
                    .startsWith("0: ");
            String label = option.paramLabel();
            assertThat(done && runNamesFiles())
                    .as(option.longestName())
                    .isEqualTo(done && (label.startsWith("<file") || label.startsWith("<folder")));
        }
        outcome(
                List.of("run"),
                List.of(),
                List.of("hello"),
                Map.of("MOIDE_RECORD_WORKLOAD", folder.resolve("w.json").toString()));
        assertThat(runNamesFiles()).as("one that is passed over").isFalse();
    }

    private boolean runNamesFiles() {
        return new OptionUses(all.getSubcommands().get("run").getCommandSpec()).nameFiles();
    }

    // --- the other commands -----------------------------------------------------------------------------------------

    @Test
    void shouldHaveAnEffectOrARefusalInEachOtherCommandThatActs() {
        Map<String, List<List<String>>> bases = new LinkedHashMap<>();
        bases.put("engine", List.of(List.of(), List.of("--meet=x")));
        bases.put("monitor", List.of(List.of(), List.of("--hosts=a")));
        bases.put("up", List.of(List.of("--hosts=a")));
        bases.put("down", List.of(List.of(), List.of("--hosts=a")));
        bases.put("hosts", List.of(List.of(), List.of("--hosts=a,b"), List.of("--monitor=m")));
        bases.put("doctor", List.of(List.of(), List.of("--hosts=a")));
        bases.put("top", List.of(List.of(), List.of("--hosts=a"), List.of("--monitor=m")));
        bases.put(
                "simulate",
                List.of(
                        List.of("--workload=uniform:tasks=20", "--members=3"),
                        List.of("--workload=workers:count=8,tasks=40", "--members=3"),
                        List.of("--workload=frames:frames=3,blocks=6", "--strategy=tdc", "--members=3")));
        bases.put(
                "advise",
                List.of(List.of("uniform:tasks=20", "--members=3"), List.of("uniform:tasks=20", "--hosts=a")));
        List<String> wrong = new ArrayList<>();
        bases.forEach((name, modes) -> {
            for (OptionSpec option : shown(all.getSubcommands().get(name))) {
                modes.forEach(mode -> look(option, List.of(name), mode, List.of(), wrong));
            }
        });
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void shouldRefuseAnEmptyValueOfEachOption() {
        List<String> wrong = new ArrayList<>();
        for (String command :
                List.of("run", "up", "engine", "monitor", "hosts", "history", "simulate", "new", "bundle")) {
            for (OptionSpec option : shown(all.getSubcommands().get(command))) {
                String outcome = option.arity().max() == 0
                        ? ""
                        : outcome(List.of(command), List.of(option.longestName() + "="), List.of(), Map.of());
                if (!outcome.isEmpty() && !outcome.matches("(?s)2: .*" + option.longestName() + ": expected .*''.*")) {
                    wrong.add(command + " " + option.longestName() + "=: " + outcome);
                }
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    /** Checks each pair of options of a command: each option must have an effect beside the other, or be refused. */
    @Test
    void shouldHaveAnEffectOrARefusalBesideEachOtherOptionOfACommandAboutRuns() throws IOException {
        try (OwnedRun running = begun("4k2");
                SimulatedRun simulated = Scenario.drawn(8, RunKind.BAG).played()) {
            begun("5m3").close(); // an interrupted run
            OwnedRun ended = begun("6n4");
            Files.write(
                    ended.folder().path().resolve("recording-1-0"),
                    simulated.recordings().get(0).bytes().readAllBytes());
            ended.ended("done");
            ended.close();
            List<String> ids = new ArrayList<>(IntStream.range(0, 22)
                    .mapToObj(n -> "x" + (char) ('a' + n) + "0")
                    .toList());
            ids.addAll(List.of("7p5", "8q6"));
            for (String id : ids) {
                KeptRun head = new KeptRun(id, Instant.EPOCH, "done", "cg", 1.5, 2, 1, 0.5);
                history.keep(new KeptReport(head, WholeReport.report(), List.of()));
            }
            Map<String, List<List<String>>> commands = new LinkedHashMap<>();
            commands.put("runs", List.of(List.of()));
            commands.put("status", List.of(List.of(), List.of(running.folder().id())));
            commands.put("history", List.of(List.of(), List.of("7p5"), List.of("last")));
            commands.put("compare", List.of(List.of("7p5", "8q6")));
            commands.put("replay", List.of(List.of("6n4")));
            commands.put("bundle", List.of(List.of("6n4", "--output=" + folder.resolve("b.zip"))));
            commands.put(
                    "trace",
                    List.of(List.of(Files.writeString(folder.resolve("trace.json"), "[]")
                            .toString())));
            commands.put("key", List.of(List.of("create")));
            commands.put("new", List.of(List.of(NEW_FOLDER, "--repository=https://a.example.org")));
            commands.put("expand", List.of(List.of(), List.of("4k2")));
            commands.put("replace", List.of(List.of("--engine=1"), List.of("4k2", "--engine=1")));
            commands.put("drain", List.of(List.of("--hosts=a"), List.of("4k2", "--hosts=a")));
            for (String command : List.of("stop", "attach", "logs", "wait", "fetch")) {
                commands.put(command, List.of(List.of(), List.of("4k2")));
            }
            commands.put("resume", List.of(List.of(), List.of("5m3")));
            commands.put("hosts", List.of(List.of(), List.of("--hosts=a")));
            commands.put("doctor", List.of(List.of(), List.of("--hosts=a")));
            commands.put("down", List.of(List.of(), List.of("--hosts=a")));
            commands.put("up", List.of(List.of("--hosts=a"), List.of("--job")));
            commands.put("top", List.of(List.of(), List.of("--once"), List.of("--once", "--hosts=a")));
            commands.put("samples", List.of(List.of()));
            commands.put("schema", List.of(List.of()));
            commands.put("completion", List.of(List.of()));
            List<String> wrong = new ArrayList<>();
            commands.forEach((name, modes) -> {
                List<OptionSpec> options = shown(all.getSubcommands().get(name));
                for (List<String> mode : modes) {
                    assertThat(outcome(List.of(name), mode, List.of(), Map.of()))
                            .as("%s %s", name, mode)
                            .doesNotStartWith("2: ");
                    options.forEach(option -> lookBesideOthers(name, mode, option, options, wrong));
                }
            });
            assertThat(String.join("\n", wrong)).isEmpty();
        }
    }

    private void lookBesideOthers(
            String command, List<String> mode, OptionSpec option, List<OptionSpec> options, List<String> wrong) {
        look(option, List.of(command), mode, List.of(), wrong);
        for (OptionSpec other : options) {
            List<String> both = new ArrayList<>(mode);
            both.add(word(other, command));
            if (other != option
                    && !outcome(List.of(command), both, List.of(), Map.of()).startsWith("2: ")) {
                look(option, List.of(command), both, List.of(), wrong);
            }
        }
    }

    private OwnedRun begun(String id) throws IOException {
        plans.clear();
        assertThat(outcome(List.of("run"), List.of(), List.of("hello"), Map.of()))
                .startsWith("0: ");
        OwnedRun run = runs.create(
                new RunDescription(id, Instant.EPOCH, "h1", Path.of("").toAbsolutePath(), "0", plans.get(0)));
        run.began();
        return run;
    }

    /**
     * Checks one option with one command. On the command line it must be refused or have an effect; from an environment
     * variable it may also have no effect.
     *
     * @param option the option to check
     * @param command the command
     * @param mode the options that select the kind of program or place
     * @param rest the arguments after the options
     * @param wrong receives a line for each failure
     */
    private void look(
            OptionSpec option, List<String> command, List<String> mode, List<String> rest, List<String> wrong) {
        List<String> companions = companions(option, command, mode);
        if (!companions.isEmpty()) {
            lookBeside(companions, option, command, mode, rest, wrong);
        }
        lookBeside(List.of(), option, command, mode, rest, wrong);
    }

    private void lookBeside(
            List<String> companions,
            OptionSpec option,
            List<String> command,
            List<String> mode,
            List<String> rest,
            List<String> wrong) {
        List<String> with = new ArrayList<>(mode);
        companions.stream()
                .filter(word -> with.stream().noneMatch(other -> other.startsWith(word.split("=")[0])))
                .forEach(with::add);
        List<String> words =
                Stream.of(command, with, rest).flatMap(List::stream).toList();
        String base = bases.computeIfAbsent(words, first -> outcome(command, with, rest, Map.of()));
        if (base.startsWith("2: ") && with.size() > mode.size()) {
            with.subList(mode.size(), with.size()).clear(); // the option that it needs has no place here either
            base = outcome(command, with, rest, Map.of());
        }
        List<String> typed = new ArrayList<>(with);
        typed.removeIf(word -> word.startsWith(option.longestName() + "="));
        typed.add(word(option, command.get(0)));
        String name = String.join(" ", command) + " " + String.join(" ", typed) + " " + String.join(" ", rest);
        String outcome = outcome(command, typed, rest, Map.of());
        if (outcome.startsWith("0: ")) {
            accepted.add(option.longestName());
        }
        boolean refused = outcome.startsWith("2: ")
                && outcome.contains(option.longestName().replaceFirst("^--(no-)?", ""));
        if (!refused && outcome.equals(base)) {
            (SEEN_ELSEWHERE.contains(String.join(" ", command) + " " + option.longestName()) ? elsewhere : wrong)
                    .add(name + ": has no effect: "
                            + outcome.lines().findFirst().orElse(""));
        }
        if (!refused && outcome.startsWith("2: ") && !base.startsWith("2: ")) {
            wrong.add(name + ": neither works nor is refused: "
                    + outcome.lines().findFirst().orElse(""));
        }
        String variable = "MOIDE_"
                + SettingsProvider.key(option)
                        .toUpperCase(java.util.Locale.ROOT)
                        .replace('-', '_');
        String value = word(option, command.get(0)).contains("=")
                ? word(option, command.get(0)).split("=", 2)[1]
                : "true";
        if (OptionUses.isOnlyTyped(option) && !base.startsWith("2: ")) {
            String unheard = outcome(command, with, rest, Map.of(variable, value));
            if (!unheard.equals(base) && !unheard.contains("on the command line only")) {
                wrong.add(variable + "=" + value + " " + name + ": is heard, though it is only typed: "
                        + unheard.lines().findFirst().orElse(""));
            }
        }
        if (OptionUses.isOnlyTyped(option) || !refused || base.startsWith("2: ")) {
            return;
        }
        String passed = outcome(command, with, rest, Map.of(variable, value));
        boolean ruledOut = outcome.contains("expected with")
                || outcome.contains("expected without")
                || outcome.contains("found ") && outcome.contains("an application")
                || outcome.contains("only one of");
        if (ruledOut && !passed.equals(base)) {
            wrong.add(variable + "=" + value + " " + name + ": is not passed over: "
                    + passed.lines().findFirst().orElse(""));
        }
    }

    /** Returns the options that an option needs beside it and that these arguments lack. */
    private List<String> companions(OptionSpec option, List<String> command, List<String> mode) {
        CommandLine line = all;
        for (String name : command) {
            line = line.getSubcommands().get(name);
        }
        List<String> companions = new ArrayList<>();
        if (option.longestName().equals("--unknown-powers")) {
            companions.add("--powers=1,4");
        }
        for (With with : new OptionUses(line.getCommandSpec()).expected(option)) {
            List<OptionSpec> known = Stream.of(with.value())
                    .map(line.getCommandSpec()::findOption)
                    .filter(Objects::nonNull)
                    .toList();
            boolean said = known.stream()
                    .anyMatch(other -> Stream.concat(mode.stream(), companions.stream())
                            .anyMatch(word -> word.split("=")[0].equals(other.longestName())));
            if (!known.isEmpty() && !said) {
                // A class path is used only for a class.
                boolean own = option.longestName().equals("--classpath");
                companions.add(own ? "--strategy=own.Greedy" : word(known.get(0), command.get(0)));
            }
        }
        return companions;
    }

    private String word(OptionSpec option, String command) {
        String name = option.longestName();
        if (option.arity().max() == 0) {
            return option.negatable() && List.of("--recording", "--history").contains(name)
                    ? "--no-" + name.substring(2)
                    : name;
        }
        if (command.equals("hosts") && name.equals("--engines")) {
            return "--engines=1";
        }
        if (command.equals("history") && name.equals("--page")) {
            return "--page=0"; // any free port
        }
        if (command.equals("engine") && name.equals("--power")) {
            return "--power=7";
        }
        if (command.equals("simulate") || command.equals("advise")) {
            String small = Map.of(
                            "--latency", "5000",
                            "--bandwidth", "0.01",
                            "--handling", "3000",
                            "--seed", "99",
                            "--powers", "1,9",
                            "--sites", "2,2",
                            "--site-latency", "90000",
                            "--data-memory", "1k",
                            "--workload", "uniform:tasks=30",
                            "--members", "4")
                    .getOrDefault(name, "");
            if (!small.isEmpty()) {
                return name + "=" + small;
            }
        }
        return name + "=" + value(option);
    }

    private static List<OptionSpec> shown(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                .filter(option -> !option.longestName().equals("--verbose")) // it adds stack traces to errors
                .toList();
    }

    private String outcome(
            List<String> command, List<String> options, List<String> rest, Map<String, String> variables) {
        done.clear();
        unread = Set.of();
        out.reset();
        err.reset();
        List<String> words = new ArrayList<>(command);
        words.addAll(options);
        words.addAll(rest);
        Path made = folder.resolve("made" + words.hashCode()).resolve("my-app");
        words.replaceAll(word -> word.equals(NEW_FOLDER) ? made.toString() : word);
        int code = moide.executed(words.toArray(String[]::new), () -> new SettingsProvider(variables, List.of()));
        CommandLine simulated = all.getSubcommands().get(command.get(0));
        if (simulated.getCommand() instanceof SimulateCommand simulate) {
            done.add(planned(simulate.options));
        } else if (simulated.getCommand() instanceof AdviseCommand advise) {
            done.add(planned(advise.options));
        } else if (command.get(0).equals("new") && code == 0) {
            done.add(filesIn(made));
        }
        return code + ": " + (code == 2 ? err.toString(UTF_8) : done + out.toString(UTF_8) + err.toString(UTF_8));
    }

    /** Returns the names and contents of all files in a folder, and deletes the files. */
    private static String filesIn(Path made) {
        StringBuilder texts = new StringBuilder();
        try (Stream<Path> files = Files.walk(made)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                texts.append(file).append('\n').append(Files.isDirectory(file) ? "" : Files.readString(file));
                Files.delete(file);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        return texts.toString().replace(made.getParent().toString(), "");
    }

    private String planned(SimulationOptions options) {
        try {
            return options.plot + " " + options.seed + " " + told(options.platform(options.members(null)));
        } catch (Exception refused) {
            return refused.toString();
        }
    }

    // --- what was done ----------------------------------------------------------------------------------------------

    /** Returns actions that are recorded and have no effect. */
    private MoideActions actions() {
        return (MoideActions) Proxy.newProxyInstance(
                MoideActions.class.getClassLoader(),
                new Class<?>[] {MoideActions.class},
                (proxy, method, arguments) -> {
                    Object[] all = arguments == null ? new Object[0] : arguments;
                    for (Object argument : all) {
                        if (argument instanceof RunPlan plan) {
                            plans.add(plan);
                        }
                        if (!(argument instanceof TerminalConsole)) {
                            done.add(method.getName() + " " + told(argument));
                        }
                    }
                    return answer(method);
                });
    }

    /** Returns a host that knows the runs in the test's folders and records orders to them. */
    private HostRuns hostRuns() {
        DetachedFolders none = new DetachedFolders(folder.resolve("detached"), runs, "h1");
        OwnRuns own = new OwnRuns(
                runs,
                none,
                new RunHistory(folder.resolve("no-history")),
                () -> {
                    throw new AssertionError("nothing is sent");
                },
                new CoordinatorStarter("none", NetworkSettings.usual(), new SlurmCoordinators()),
                List::of,
                null);
        return (HostRuns) Proxy.newProxyInstance(
                HostRuns.class.getClassLoader(), new Class<?>[] {HostRuns.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "runs" -> {
                            return own.runs();
                        }
                        case "files" -> {
                            return List.of();
                        }
                        case "times" -> {
                            return List.of();
                        }
                        case "output" -> {
                            return new HostRuns.RunOutput(
                                    new byte[0], new byte[0], ended(own.runs().get(0)));
                        }
                        case "sight" -> {
                            return ended(own.runs().get(0));
                        }
                        default -> {
                            for (Object argument : arguments) {
                                done.add(method.getName() + " " + told(argument));
                            }
                            return answer(method);
                        }
                    }
                });
    }

    private static RunSight ended(RunSight run) {
        return new RunSight(
                run.run(),
                run.words(),
                run.owner(),
                run.host(),
                run.process(),
                run.startedAt(),
                RunSight.Stage.ENDED,
                "done",
                0,
                true,
                true);
    }

    private static Candidate labelled(String name, long memoryBytes) {
        return new Candidate(
                name + ":7100",
                name,
                name,
                2,
                20,
                1,
                memoryBytes,
                0,
                List.of("gpu"),
                List.of(),
                Location.UNKNOWN,
                List.of());
    }

    private Object answer(Method method) {
        Class<?> type = method.getReturnType();
        if (type == int.class) {
            return 0;
        }
        if (type == List.class) {
            // Hosts with earlier readings, so that top need not wait for a second one.
            return Stream.of(
                            HostAnswer.usable("a:7100", new Candidate("a:7100", "a", "a", 4, 40, 1, 2L << 30, 0)),
                            HostAnswer.usable("b:7100", new Candidate("b:7100", "b", "b", 2, 20, 2, 1 << 20, 0)),
                            HostAnswer.usable("c:7100", labelled("c", 2L << 30)),
                            HostAnswer.usable("d:7100", labelled("d", 1 << 20)))
                    .map(host -> host.having(List.of(new HostMoment(1, 1, 0, 0, 1, 0, 0, Pressure.NONE))))
                    .toList();
        }
        if (type == RunFolders.class) {
            return runs;
        }
        if (type == RunHistory.class) {
            return history;
        }
        if (type == ChangeAnswer.class) {
            return new ChangeAnswer(true, List.of("changed"));
        }
        if (type == RunStatus.class) {
            return RunStatus.of(RunStatus.State.COMPUTING);
        }
        if (type == KnownRuns.class) {
            return new KnownRuns(List.of(new KnownRuns.Place("", this::hostRuns)), () -> {});
        }
        if (type == void.class) {
            return null;
        }
        if (type == Map.class) {
            return Map.of("SLURM_JOB_NODELIST", "n[1-2]");
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == Checkup.class) {
            return new Checkup(List.of());
        }
        if (type == String.class) {
            return "4k2x";
        }
        throw new AssertionError("nothing is to be asked by " + method);
    }

    /**
     * Returns the names of the plan's components that a run with this plan does not read. An option that changes only
     * these has no effect.
     */
    private static Set<String> unread(RunPlan plan) {
        Set<String> unread =
                new HashSet<>(UNREAD.getOrDefault(plan.application().name(), Set.of()));
        if (plan.placement().daemons().isEmpty()) {
            unread.addAll(List.of("network", "constraints", "topology"));
        }
        if (plan.placement().isAlone()) {
            unread.addAll(List.of("jvmArguments", "assistance"));
        }
        return unread;
    }

    @SuppressWarnings("unchecked") // there is one kind
    private String told(Object thing) throws Exception {
        if (thing instanceof MoideActions.Planner planner) {
            return told(planner.on(STARTED));
        }
        if (thing instanceof SymmetricRun step) {
            return "meet " + step.meet + ", requeue " + step.requeue;
        }
        if (thing instanceof Consumer<?> || thing instanceof Runnable) {
            return "";
        }
        if (thing instanceof UnaryOperator<?> changed) {
            RunFolder resumed = Objects.requireNonNull(runs.known("5m3"), "a run that was broken off");
            return told(((UnaryOperator<RunPlan>) changed)
                    .apply(resumed.description().plan()));
        }
        if (thing instanceof RunFolder run) {
            return run.id();
        }
        if (thing instanceof EngineOptions engines) {
            return told(engines.network());
        }
        if (thing == null || !thing.getClass().isRecord()) {
            if (thing instanceof Collection<?> many) {
                List<String> texts = new ArrayList<>();
                for (Object one : many) {
                    texts.add(told(one));
                }
                return texts.toString();
            }
            // Each run on Slurm has a folder of its own.
            return String.valueOf(thing).replaceAll("/slurm/\\w+", "/slurm/own");
        }
        if (thing instanceof RunPlan plan) {
            unread = unread(plan);
        }
        Map<String, String> parts = new TreeMap<>();
        for (RecordComponent part : thing.getClass().getRecordComponents()) {
            if (unread.contains(part.getName())) {
                continue;
            }
            part.getAccessor().setAccessible(true);
            parts.put(part.getName(), told(part.getAccessor().invoke(thing)));
        }
        return parts.toString();
    }
}
