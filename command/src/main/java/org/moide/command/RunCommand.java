package org.moide.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.coordinator.plan.ApplicationClasses;
import org.moide.coordinator.plan.ApplicationFinder;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.hosts.ssh.SshPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide run}: converts the arguments to a {@link RunPlan} and runs the application. */
@Command(
        name = "run",
        sortOptions = false,
        customSynopsis = "moide run [options] <application> [arguments]",
        header = "Runs an application on every core of this machine, or of the hosts you name.",
        description = {
            "",
            "What stands before the application is for MOIDE, what stands after it for the application;"
                    + " 'moide run cg --help' shows what an application takes.",
            "An application is a sample ('moide samples' lists them), a jar, or a class on --classpath."
        },
        footer = {
            "",
            "Examples:",
            "  moide run raytrace --output picture.png",
            "  moide run --local-engines 2 --threads 1 --report run.json cg --class S",
            "  moide run --html report.html --page uts --tree T1L",
            "  moide run --hosts node1,node2:7101 nbody --bodies 20000",
            "  moide run --ssh node1,node2 nbody --bodies 20000",
            "  moide run --slurm -N 4 --elastic 2:8 --slurm-arg=--time=60 uts --tree T1L",
            "  moide run --hostfile nodes.txt --display-map my.jar",
            "  moide run --hosts node[1-8] --elastic 2:6 uts --tree T1L",
            "  moide run --classpath target/classes org.example.Hello",
            "",
            "An option that has no effect in a run is refused. Each can also be a variable (MOIDE_LOCAL_ENGINES=2) or a line in"
                    + " moide.properties, in ~/.moide or in the installation's conf (local-engines=2), and is passed over by runs"
                    + " in which it has no effect; in the current folder only those that can do no harm (docs/reference.md)."
                    + " Options win over variables, variables over files.",
            "JVM options for the coordinator's own JVM: MOIDE_JAVA_OPTS.",
            "Exit codes: 0 done; 1 the application failed; 2 wrong usage; 3 no usable hosts; 130 interrupted;"
                    + " 143 ended by SIGTERM."
        })
final class RunCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;
    private final Supplier<SampleIndex> samples;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    EngineOptions engineOptions = new EngineOptions();

    @Mixin
    SshRun sshRun = new SshRun();

    @Mixin
    SlurmRun slurmRun = new SlurmRun();

    @Mixin
    SymmetricRun symmetric = new SymmetricRun();

    @Mixin
    ElasticOptions elasticOptions = new ElasticOptions();

    @Mixin
    AssistOptions assistOptions = new AssistOptions();

    @Use(group = HelpGroup.PROGRAM, programs = ProgramKind.THREADS, here = Use.HARMLESS)
    @Option(
            names = "--mode",
            order = 30,
            paramLabel = "<mode>",
            description = "independent (an application object per thread) or cooperative (one per engine).")
    @Nullable
    String mode;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = {"putTask", "getTask"},
            notAlone = ProgramKind.WORKERS,
            here = "[A-Za-z0-9]+")
    @Option(
            names = "--strategy",
            order = 31,
            paramLabel = "<name>",
            completionCandidates = StrategyNames.class,
            description = {
                "How tasks are balanced, or in a worker application its workers: ${COMPLETION-CANDIDATES}, or a class of"
                        + " yours; default " + Strategies.DEFAULT + ", for workers " + WorkerStrategies.DEFAULT
                        + " (docs/strategies.md)."
            })
    @Nullable
    String strategy;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = {"putTask", "getTask"},
            notAlone = ProgramKind.WORKERS)
    @Option(
            names = "--strategy-file",
            order = 32,
            paramLabel = "<file>",
            description = "The strategy's parameters, a properties file.")
    @Nullable
    Path strategyFile;

    @Mixin
    TaskOptions taskOptions = new TaskOptions();

    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = {"--classpath", "-cp"},
            order = 33,
            paramLabel = "<path>",
            description = "Jars and class folders of your application, with '${sys:path.separator}' between them.")
    String classPath = "";

    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--files",
            order = 34,
            split = ",",
            paramLabel = "<file>",
            description =
                    "Files and folders to bring once to every host, with commas between them; context.file(name) is the path of"
                            + " one on every engine, context.file(\"data/a.txt\") that of one in the folder data.")
    List<Path> files = List.of();

    @Mixin
    FileOptions fileOptions = new FileOptions();

    @Mixin
    KeepingOptions keeping = new KeepingOptions();

    @Mixin
    DetachOptions detach = new DetachOptions();

    @Mixin
    PrintingOptions printing = new PrintingOptions();

    @Mixin
    PageOptions pages = new PageOptions();

    @Mixin
    MetricsOption metrics = new MetricsOption();

    @Use(group = HelpGroup.WATCHING, here = Use.HARMLESS)
    @Option(
            names = "--stall-after",
            order = 44,
            paramLabel = "<time>",
            description =
                    "Say which threads wait in what when nothing has moved for so long, such as 90s or 2m; off never does"
                            + " (default: 60s). A deadlock that is certain ends the run at once.")
    String stallAfter = "60s";

    @Use(group = HelpGroup.WATCHING, here = Use.HARMLESS)
    @Option(names = "--display-map", order = 42, description = "Show, before the start, who will do what.")
    boolean displayMap;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "<application> ...",
            hideParamSyntax = true,
            description = "A sample, a jar or a class; then what it takes itself.")
    List<String> words = List.of();

    RunCommand(MoideActions actions, TerminalConsole console, Supplier<SampleIndex> samples) {
        this.actions = actions;
        this.console = console;
        this.samples = samples;
    }

    @Override
    public Integer call() throws Exception {
        if (words.isEmpty()) {
            throw new PlanException("expected an application, found none: moide run <application>, such as 'moide run"
                    + " raytrace'\n'moide samples' lists those that are built in");
        }
        String name = words.get(0);
        List<String> rest = new ArrayList<>(words.subList(1, words.size()));
        boolean separated = !rest.isEmpty() && rest.get(0).equals("--");
        if (separated) {
            rest.remove(0);
        } else {
            mustBeTheApplications(name, rest);
        }
        mustNotBeAValue(name);
        ApplicationPlan application = new ApplicationFinder(samples.get(), classPath).find(name, new Arguments(rest));
        if (!separated && (rest.contains("--help") || rest.contains("-h"))) {
            showUsage(application);
            return ExitCode.DONE;
        }
        OptionUses uses = new OptionUses(spec);
        RunPlace place = uses.place();
        if (detach.detach && (place == RunPlace.SSH || place == RunPlace.SYMMETRIC)) {
            throw new PlanException(
                    "--detach: expected hosts that stay when this command has gone, found "
                            + (place == RunPlace.SSH
                                    ? "--ssh or --job, whose daemons end with the run's coordinator here: 'moide up' starts some that"
                                            + " stay, then name them by --hosts or --hostfile"
                                    : "--symmetric, whose processes are the run: it is detached by the batch system, as 'sbatch'"));
        }
        uses.checkIn(place);
        if (uses.dependOnProgram()) {
            checkFor(application, uses, place);
        }
        return switch (place) {
            case SYMMETRIC ->
                actions.run(
                        symmetric,
                        engineOptions,
                        daemons -> plan(application, started(symmetric.words(actions.variables()), daemons))
                                .requireFiles(),
                        console);
            case SLURM ->
                detach.detach
                        ? actions.detach(
                                plan(
                                        application,
                                        slurmRun.placement(
                                                SlurmRun.PROVISIONAL, engineOptions, elasticOptions.elastic)),
                                detach.settings(),
                                console)
                        : actions.run(
                                slurmRun.plan(elasticOptions.elastic, engineOptions.network()),
                                daemons -> plan(
                                                application,
                                                slurmRun.placement(daemons, engineOptions, elasticOptions.elastic))
                                        .requireFiles(),
                                console);
            case SSH -> {
                SshPlan ssh = sshRun.plan(engineOptions.network(), actions.variables());
                yield actions.run(
                        ssh,
                        daemons -> plan(application, started(sshRun.words(ssh), daemons))
                                .requireFiles(),
                        console);
            }
            default -> {
                RunPlan plan = plan(application, engineOptions.placement(spec, actions, console));
                yield detach.detach
                        ? actions.detach(plan, detach.settings(), console)
                        : actions.run(plan.requireFiles(), console);
            }
        };
    }

    /**
     * Refuses a separate argument that looks like the value of the option before it. An option with an optional value
     * takes it only after '='.
     */
    private void mustNotBeAValue(String name) {
        List<String> all = spec.commandLine().getParseResult().originalArgs();
        int before = all.size() - words.size() - 1;
        OptionSpec option = before < 0 || !name.matches("[\\d.:-]*\\d") ? null : spec.findOption(all.get(before));
        if (option != null && option.arity().min() == 0 && option.arity().max() == 1) {
            throw new PlanException(option.longestName() + ": expected its value behind '=': " + option.longestName()
                    + "=" + name + ", found it as the application's name");
        }
    }

    private static void checkFor(ApplicationPlan application, OptionUses uses, RunPlace place) {
        try (ApplicationClasses classes = new ApplicationClasses(application.classPath())) {
            String name = application.className();
            uses.checkFor(
                    new OptionUses.SeenProgram(
                            application.name(), classes.kind(name), methods -> classes.calls(name, methods)),
                    place);
        }
    }

    private Placement started(List<String> origin, List<DaemonAddress> daemons) {
        return elasticOptions.placement(engineOptions.placement(daemons), false).from(origin);
    }

    private RunPlan plan(ApplicationPlan application, Placement engines) {
        // The daemons started for the run decide the placement.
        Placement placement = engines.origin().isEmpty()
                ? elasticOptions.placement(engines, engineOptions.localEngines != null)
                : engines;
        RunPlan plan = new RunPlan(
                application,
                placement,
                assistOptions.assistance(placement),
                engineOptions.settings(placement),
                mode(),
                new StrategyChoice(strategy, strategyFile),
                taskOptions.settings().traced(fileOptions.trace != null).watched(pages.live()),
                engineOptions.collectives(),
                files.stream().map(Path::toAbsolutePath).toList(),
                engineOptions.network(),
                new OutputSettings(
                        common.verbose,
                        displayMap,
                        OutputSettings.stallAfter(stallAfter),
                        printing.settings(),
                        pages.settings(metrics.text()),
                        fileOptions.settings(),
                        keeping.settings()));
        return plan;
    }

    private Application.@Nullable Mode mode() {
        if (mode == null) {
            return null;
        }
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "independent" -> Application.Mode.INDEPENDENT;
            case "cooperative" -> Application.Mode.COOPERATIVE;
            default -> throw new PlanException("--mode: expected independent or cooperative, found '" + mode + "'");
        };
    }

    /**
     * Refuses an option of MOIDE after the application's name, where it would silently become an argument of the
     * application.
     */
    private void mustBeTheApplications(String name, List<String> rest) {
        List<String> ours = Stream.concat(
                        spec.options().stream().flatMap(option -> Arrays.stream(option.names())),
                        spec.negatedOptionsMap().keySet().stream())
                .filter(option -> option.startsWith("--") && !option.equals("--help"))
                .toList();
        for (String word : rest) {
            if (word.equals("--")) {
                return;
            }
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (ours.contains(option)) {
                throw new PlanException(
                        option + " is MOIDE's: put " + option + " before " + name + "\nIf it is meant for " + name
                                + " itself, put -- after the name: moide run " + name + " -- " + option + " ...");
            }
        }
    }

    private void showUsage(ApplicationPlan application) {
        try (ApplicationClasses classes = new ApplicationClasses(application.classPath())) {
            Program program = classes.instance(application.className());
            console.print("Usage: moide run [options] " + application.name() + " [arguments]");
            String summary = classes.ask(program::summary);
            if (!summary.isEmpty()) {
                console.print(summary);
            }
            String usage = classes.ask(program::usage).stripTrailing();
            if (!usage.isEmpty()) {
                console.print("");
                usage.lines().forEach(console::print);
            }
        }
    }
}
