package org.moide.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.measured.CommJson;
import org.moide.command.report.measured.CommPlot;
import org.moide.command.report.measured.CommTable;
import org.moide.command.report.measured.MeasuredRows;
import org.moide.command.report.profile.MeasuredProfile;
import org.moide.commlib.collective.Tuning;
import org.moide.coordinator.plan.ApplicationFinder;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.text.Figures;
import org.moide.engine.Arguments;
import org.moide.engine.control.TaskSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide bench comm}: runs a benchmark application, and prints its results as tables. */
@Command(
        name = "comm",
        sortOptions = false,
        header = "Measures how fast compute threads talk to each other.",
        description = {
            "",
            "Latency (half of a message there and one back), exchange (both send at once) and bandwidth (a window of"
                    + " messages one way) between two threads of one engine and between engines; barriers, broadcast,"
                    + " allReduce, scatter, gather and allGather over all threads; for messages from 8 B to 8 MiB. For a"
                    + " collective, the size is what one thread gives or is given. Times include writing and reading the"
                    + " elements. Before the first, all are done in turn for some seconds, untimed, until they are compiled, and"
                    + " each warms up again; p50, p99, p99.9 and max are over its repetitions, in a collective those of all threads.",
            "",
            "It is a run like any other, on the engines that the options name."
        },
        footer = {
            "",
            "Examples:",
            "  moide bench comm --quick                            the threads of this JVM",
            "  moide bench comm --local-engines 2 --threads 2      two JVMs of this machine",
            "  moide bench comm --hosts node1,node2 --json comm.json --plot comm.svg",
            "  moide bench comm --hosts node1,node2 --save-profile comm.properties",
            "",
            "Exit codes: 0 done; 1 it failed; 2 wrong usage; 3 no usable hosts; 130 interrupted;"
                    + " 143 ended by SIGTERM."
        })
final class BenchCommCommand implements Callable<Integer> {
    /**
     * The name of the benchmark application. It is in the samples' jar, so that it is sent to other hosts like a
     * sample, but it is not listed as a sample.
     */
    static final String APPLICATION = "org.moide.samples.bench.CommBench";

    /**
     * The least number of bytes of a message: those of one double. {@code MOST_BYTES} is the greatest, which the heaps
     * of small engines can hold.
     */
    private static final long LEAST_BYTES = 8;

    private static final long MOST_BYTES = 256L << 20;

    private static final String ALONE = "there is only one compute thread, and nobody to talk to; use --threads 2,"
            + " --local-engines 2 or --hosts";

    private final MoideActions actions;
    private final TerminalConsole console;
    private final Supplier<SampleIndex> samples;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--quick",
            order = 1,
            description = "Every second size only, and 40 ms for each measurement: some fifteen seconds in all.")
    boolean quick;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(names = "--least", order = 2, paramLabel = "<size>", description = "The shortest messages (default: 8).")
    @Nullable
    String least;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--most",
            order = 3,
            paramLabel = "<size>",
            description = "The longest messages, such as 64k (default: 8m).")
    @Nullable
    String most;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--milliseconds",
            order = 4,
            paramLabel = "<n>",
            description = "How long each measurement goes on (default: 200).")
    @Nullable
    Integer milliseconds;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--warm-up",
            order = 5,
            paramLabel = "<n>",
            description =
                    "Milliseconds of everything in turn, untimed, before the first measurement (default: 150 times"
                            + " --milliseconds, 6000 at most).")
    @Nullable
    Integer warmUp;

    @Typed
    @Use(group = HelpGroup.FILES, writes = Use.ANY_NAME)
    @Option(names = "--json", order = 6, paramLabel = "<file>", description = "Write every figure as JSON.")
    @Nullable
    Path json;

    @Typed
    @Use(
            group = HelpGroup.FILES,
            writes = {".svg", ".png"})
    @Option(
            names = "--plot",
            order = 7,
            paramLabel = "<file>",
            description = "Draw the medians over the message sizes: .svg or .png.")
    @Nullable
    Path plot;

    @Typed
    @Use(group = HelpGroup.FILES, writes = Use.ANY_NAME)
    @Option(
            names = "--save-profile",
            order = 8,
            paramLabel = "<file>",
            description =
                    "Measure from which lengths collectives should take other ways here, and write it as a profile"
                            + " for runs with --comm-profile.")
    @Nullable
    Path saveProfile;

    private boolean nothingMeasured;

    @Mixin
    EngineOptions engineOptions = new EngineOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    BenchCommCommand(MoideActions actions, TerminalConsole console, Supplier<SampleIndex> samples) {
        this.actions = actions;
        this.console = console;
        this.samples = samples;
    }

    @Override
    public Integer call() throws Exception {
        mustBeInOrder();
        OptionUses uses = new OptionUses(spec);
        uses.checkIn(uses.place());
        Placement placement = engineOptions.placement(spec, actions, console);
        EngineSettings settings = engineOptions.settings(placement);
        if (placement.isAlone() && settings.threads() == 1) {
            throw new PlanException(ALONE);
        }
        RunPlan plan = new RunPlan(
                application(samples.get()),
                placement,
                Assistance.NONE,
                settings,
                null,
                new StrategyChoice(null, null),
                TaskSettings.DEFAULT,
                engineOptions.collectives(),
                List.of(),
                engineOptions.network(),
                OutputSettings.usual(common.verbose));
        int exitCode = actions.measure(plan.requireFiles(), this::tell, console);
        return exitCode == ExitCode.DONE && nothingMeasured ? ExitCode.WRONG_USAGE : exitCode;
    }

    /**
     * Checks that the sizes are in ascending order, since the application's own message would name options that the
     * user did not type.
     */
    private void mustBeInOrder() {
        long from = size("--least", least);
        long to = size("--most", most);
        if (least != null && most != null && from > to) {
            throw new PlanException("--least " + least + ": expected at most --most " + most + ", found more");
        }
    }

    private static long size(String option, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        long bytes = MemorySize.bytes(option, text);
        if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
            throw new PlanException(option + ": expected a size from " + MemorySize.text(LEAST_BYTES) + " to "
                    + MemorySize.text(MOST_BYTES) + ", found " + text);
        }
        return bytes;
    }

    private ApplicationPlan application(SampleIndex index) {
        Path location = index.location();
        if (location == null) {
            throw new PlanException(
                    "expected " + SampleIndex.JAR + " beside moide.jar, found none: what measures is" + " in it");
        }
        ApplicationPlan found =
                new ApplicationFinder(index, location.toString()).find(APPLICATION, new Arguments(arguments()));
        return new ApplicationPlan("bench comm", found.className(), found.classPath(), found.arguments());
    }

    private List<String> arguments() {
        List<String> words = new ArrayList<>();
        if (quick) {
            words.add("--quick");
        }
        if (least != null) {
            words.add("--least-bytes=" + MemorySize.bytes("--least", least));
        }
        if (most != null) {
            words.add("--most-bytes=" + MemorySize.bytes("--most", most));
        }
        if (milliseconds != null) {
            words.add("--milliseconds=" + milliseconds);
        }
        if (warmUp != null) {
            words.add("--warm-up=" + warmUp);
        }
        if (saveProfile != null) {
            List<String> around = new ArrayList<>();
            Tuning.DEFAULT.values().forEach((name, bytes) -> around.add(name + "=" + bytes));
            words.add("--crossovers=" + String.join(",", around));
        }
        return words;
    }

    private void tell(RunReport report) {
        MeasuredRows rows = MeasuredRows.of(report.result());
        if (rows.rows().isEmpty()) {
            console.error("moide bench comm: " + ALONE);
            nothingMeasured = true;
            return;
        }
        if (report.result().get("warmUpSeconds") instanceof Double seconds) {
            console.print("warmed up for " + Figures.number(seconds) + " s: everything in turn, untimed");
            console.print("");
        }
        CommTable.lines(rows).forEach(console::print);
        if (json != null) {
            CommJson.write(report, rows, json);
        }
        if (plot != null) {
            CommPlot.write(rows, plot);
        }
        if (saveProfile != null) {
            MeasuredProfile.write(report.result(), shape(report), saveProfile);
        }
    }

    private static String shape(RunReport report) {
        List<String> threads = report.engines().stream()
                .map(engine -> engine.threads().size() + " on " + engine.host())
                .toList();
        return threads.size() + (threads.size() == 1 ? " engine" : " engines") + ", threads "
                + String.join(", ", threads);
    }
}
