package org.moide.coordinator.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.strategy.StrategySpec;
import org.moide.coordinator.checkup.Checkup;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Walks the table of options: each option, in each kind of program, on each kind of place, in every command. Typed, it changes what
 * is done or is refused; from a variable it does the same or nothing. A cell with neither fails.
 */
class OptionUsesTest {
    private static final List<DaemonAddress> STARTED =
            List.of(new DaemonAddress("127.0.0.1", 7101, 0), new DaemonAddress("127.0.0.1", 7102, 0));

    private static final List<String> PROGRAMS = List.of("hello", "farm", "saving", "bag", "workers");

    /** Words by which a run gets to each kind of place. */
    private static final Map<RunPlace, List<String>> PLACES = Map.of(
            RunPlace.ALONE, List.of(),
            RunPlace.LOCAL, List.of("--local-engines=2"),
            RunPlace.DAEMONS, List.of("--hosts=a,b"),
            RunPlace.SSH, List.of("--ssh=a,b"),
            RunPlace.SLURM, List.of("--slurm"),
            RunPlace.SYMMETRIC, List.of("--symmetric"));

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final TerminalConsole console =
            new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
    private final List<String> done = new ArrayList<>();
    private final Map<String, String> values = new HashMap<>();
    private SampleIndex samples;
    /** What cannot be seen of a plan, and is seen by these tests: {@link MoideCommandTest}, {@link SimulateCommandTest}. */
    private static final Set<String> SEEN_ELSEWHERE = Set.of(
            "bench comm --json", // files of what was measured
            "bench comm --plot",
            "hosts --monitor", // hosts are those that it knows, and the same here as those that are named
            "hosts --hosts", // asked if the monitor does not answer
            "hosts --hostfile",
            "top --hosts",
            "top --hostfile",
            "top --monitor",
            "engine --bind", // of a job's daemon, which must be started by srun
            "engine --advertise",
            "engine --plain",
            "simulate --strategy-file"); // the file that is read here says nothing

    private final List<String> elsewhere = new ArrayList<>();
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
        fillValues();
    }

    /** A value for each option that takes one, other than what it is by itself. */
    private void fillValues() throws IOException {
        Path file = Files.writeString(folder.resolve("some"), "# nothing\n");
        Path dir = Files.createDirectories(folder.resolve("dir"));
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
        values.put("--strategy-file", file.toString());
        values.put("--files", file.toString());
        values.put("--classpath", folder.resolve("moide-samples.jar").toString());
        values.put("--secret-file", file.toString());
        values.put("--jdk", dir.toString());
        for (String option : List.of(
                "--checkpoint-dir",
                "--data-dir",
                "--data-spill",
                "--output-filename",
                "--meet",
                "--slurm-folder",
                "--cache")) {
            values.put(option, dir.toString());
        }
        for (String option : List.of("--report", "--record-workload", "--trace", "--json")) {
            values.put(option, folder.resolve("new.json").toString());
        }
        values.put("--html", folder.resolve("new.html").toString());
        values.put("--plot", folder.resolve("new.svg").toString());
        values.put("--port-file", folder.resolve("port").toString());
        values.put("--log-file", folder.resolve("log").toString());
        values.put("--save-profile", folder.resolve("new.properties").toString());
        values.put("--mode", "cooperative");
        values.put("--strategy", "guided");
        values.put("--pool", "lifo_st2");
        values.put("--task-failures", "ignore");
        values.put("--stall-after", "7m");
        values.put("--elastic", "1:3");
        values.put("--engine-memory", "64m");
        values.put("--min-memory", "1g");
        values.put("--data-memory", "64m");
        values.put("--jvm-arg", "-Xss3m");
        values.put("--slurm-arg", "--time=3");
        values.put("--power", "own=7");
        values.put("--label", "gpu");
        values.put("--exclude", "old*");
        values.put("--advertise", "me");
        values.put("--bind", "127.0.0.1");
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
        values.put("--silence", "3");
        values.put("--watch", "0.01"); // is refused, and else would go on for ever
        values.put("--least", "16");
        values.put("--most", "64k");
        values.put("--tunnel", "h1:" + dir);
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
        bases.put("top", List.of(List.of("--once"), List.of("--once", "--hosts=a")));
        bases.put("stop", List.of(List.of("4k2", "--hosts=a")));
        bases.put(
                "simulate",
                List.of(
                        List.of("--workload=uniform:tasks=20"),
                        List.of("--workload=workers:count=8,tasks=40"),
                        List.of("--workload=frames:frames=3,blocks=6", "--strategy=tdc")));
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

    /** What is typed here is refused, or does something else than without it; from a variable it may do nothing. */
    private void look(
            OptionSpec option, List<String> command, List<String> mode, List<String> rest, List<String> wrong) {
        List<String> with = new ArrayList<>(mode);
        companions(option, command.get(0)).stream()
                .filter(word -> with.stream().noneMatch(other -> other.startsWith(word.split("=")[0])))
                .forEach(with::add);
        List<String> words =
                Stream.of(command, with, rest).flatMap(List::stream).toList();
        String base = bases.computeIfAbsent(words, first -> outcome(command, with, rest, Map.of()));
        if (base.startsWith("2: ") && with.size() > mode.size()) {
            with.subList(mode.size(), with.size()).clear(); // what goes with it has no place here either
            base = outcome(command, with, rest, Map.of());
        }
        List<String> typed = new ArrayList<>(with);
        typed.removeIf(word -> word.startsWith(option.longestName() + "="));
        typed.add(word(option, command.get(0)));
        String name = String.join(" ", command) + " " + String.join(" ", typed) + " " + String.join(" ", rest);
        String outcome = outcome(command, typed, rest, Map.of());
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
        if (OptionUses.isOnlyTyped(option) || !refused || base.startsWith("2: ")) {
            return;
        }
        String variable = "MOIDE_"
                + SettingsProvider.key(option)
                        .toUpperCase(java.util.Locale.ROOT)
                        .replace('-', '_');
        String value = word(option, command.get(0)).contains("=")
                ? word(option, command.get(0)).split("=", 2)[1]
                : "true";
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

    /** What an option expects beside it. */
    private static List<String> companions(OptionSpec option, String command) {
        return switch (option.longestName()) {
            case "--jdk" -> List.of("--with-java");
            case "--idle-workload" -> List.of("--elastic=1:3");
            case "--unknown-sites", "--site-latency" -> List.of("--sites=2,2");
            case "--unknown-powers" -> List.of("--powers=1,4");
            case "--per" -> List.of("--breakdown=b.svg");
            case "--classpath" -> command.equals("simulate") ? List.of("--strategy=own.Greedy") : List.of();
            case "--engines", "--no-own-engine", "--topology" ->
                command.equals("hosts") ? List.of("--explain") : List.of();
            default -> List.of();
        };
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
        return name + "=" + values.getOrDefault(name, "2");
    }

    private static List<OptionSpec> shown(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                .filter(option -> !option.longestName().equals("--verbose")) // what is wrong is told with its stack
                .toList();
    }

    private String outcome(
            List<String> command, List<String> options, List<String> rest, Map<String, String> variables) {
        done.clear();
        out.reset();
        err.reset();
        List<String> words = new ArrayList<>(command);
        words.addAll(options);
        words.addAll(rest);
        int code = moide.executed(words.toArray(String[]::new), () -> new SettingsProvider(variables, List.of()));
        CommandLine simulated = all.getSubcommands().get(command.get(0));
        if (simulated.getCommand() instanceof SimulateCommand simulate) {
            done.add(planned(simulate.options));
        } else if (simulated.getCommand() instanceof AdviseCommand advise) {
            done.add(planned(advise.options));
        }
        return code + ": " + (code == 2 ? err.toString(UTF_8) : done + out.toString(UTF_8) + err.toString(UTF_8));
    }

    private String planned(SimulationOptions options) {
        try {
            return options.plot + " " + options.dataMemory() + " "
                    + told(options.plan(options.members(null), StrategySpec.of("guided"), 1, null));
        } catch (Exception refused) {
            return refused.toString();
        }
    }

    // --- what was done ----------------------------------------------------------------------------------------------

    /** Writes down what it is told to do, and does nothing. */
    private MoideActions actions() {
        return (MoideActions) Proxy.newProxyInstance(
                MoideActions.class.getClassLoader(),
                new Class<?>[] {MoideActions.class},
                (proxy, method, arguments) -> {
                    Object[] all = arguments == null ? new Object[0] : arguments;
                    for (Object argument : all) {
                        if (!(argument instanceof TerminalConsole)) {
                            done.add(method.getName() + " " + told(argument));
                        }
                    }
                    return answer(method);
                });
    }

    private Object answer(Method method) {
        Class<?> type = method.getReturnType();
        if (type == int.class) {
            return 0;
        }
        if (type == List.class) {
            return List.of(
                    HostAnswer.usable("a:7100", new Candidate("a:7100", "a", "a", 4, 40, 1, 2L << 30, 0)),
                    HostAnswer.usable("b:7100", new Candidate("b:7100", "b", "b", 2, 20, 2, 1 << 20, 0)));
        }
        if (type == RunFolders.class) {
            return new RunFolders(folder.resolve("runs"), "h1");
        }
        if (type == Checkup.class) {
            return new Checkup(List.of());
        }
        if (type == String.class) {
            return "4k2x";
        }
        throw new AssertionError("nothing is to be asked by " + method);
    }

    private String told(Object thing) throws Exception {
        if (thing instanceof MoideActions.Planner planner) {
            return told(planner.on(STARTED));
        }
        if (thing instanceof SymmetricRun step) {
            return "meet " + step.meet + ", requeue " + step.requeue;
        }
        if (thing instanceof Consumer<?>) {
            return "";
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
            // Each run of Slurm's has a folder of its own.
            return String.valueOf(thing).replaceAll("/slurm/\\w+", "/slurm/own");
        }
        Map<String, String> parts = new TreeMap<>();
        for (RecordComponent part : thing.getClass().getRecordComponents()) {
            part.getAccessor().setAccessible(true);
            parts.put(part.getName(), told(part.getAccessor().invoke(thing)));
        }
        return parts.toString();
    }
}
