package org.moide.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.moide.command.history.HistoryList;
import org.moide.command.history.KeptReport;
import org.moide.command.history.RunHistory;
import org.moide.command.page.PageSetting;
import org.moide.command.page.RunPage;
import org.moide.command.report.RunJson;
import org.moide.command.report.RunTable;
import org.moide.command.report.html.HtmlReport;
import org.moide.command.report.html.PageData;
import org.moide.command.runs.KnownRuns;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide history}: lists ended runs, or shows the report of one. */
@Command(
        name = "history",
        sortOptions = false,
        header = "Lists your runs that have ended, and shows one of them again.",
        description = {
            "",
            "Of each run its report is kept in ~/.moide/history, on the machine of its coordinator; the last 200 are there. With"
                    + " --hosts, a hostfile or a monitor, also those that these hosts keep."
                    + " 'moide run --no-history', MOIDE_HISTORY=false or the line history=false in moide.properties keeps"
                    + " nothing. To forget all, remove the folder."
        },
        footer = {
            "",
            "Examples:",
            "  moide history                          the last 20",
            "  moide history 4k2                      what the run said at its end; the beginning of its ID is enough",
            "  moide history last --html report.html  its report, as a page",
            "  moide history last --page              the same in a browser, until Ctrl-C",
            "  moide history --hosts node1,node2      those that these hosts keep, too",
            "  moide history 4k2 --json > run.json    its report, as --report writes it"
        })
final class HistoryCommand implements Callable<Integer> {
    private static final int SHOWN = 20;
    private static final long LONG_MILLIS = 3_600_000;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it, or 'last'.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @With(not = "<run>")
    @Option(names = "--all", order = 1, description = "List all that are kept.")
    boolean all;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--json", order = 2, description = "Print the list, or the run's report, as JSON, for programs.")
    boolean json;

    @Mixin
    @Typed
    PageOptions page = new PageOptions();

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    HistoryCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        OutputSettings.Pages pages = page.settings(null);
        String name = NamedRun.of(runs);
        KeptReport run;
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            Map<KeptRun, KnownRuns.Place> others = known.ended();
            known.problems().forEach(problem -> console.error("moide history: not asked: " + problem));
            if (name == null) {
                list(others, known);
                return ExitCode.DONE;
            }
            KeptRun there = RunHistory.named(name, together(others));
            KnownRuns.Place place = there == null ? null : others.get(there);
            run = there == null || place == null
                    ? actions.history().find(name)
                    : RunHistory.read(there, place.runs().kept(there.id()), there.id() + " on " + place.name());
        }
        if (pages.report() != null) {
            HtmlReport.write(run.report(), about(run), run.notes(), pages.report());
            console.error("moide history: the report is in " + pages.report() + "; open it in a browser");
        }
        if (json) {
            console.print(RunJson.text(run.report()).stripTrailing());
        } else if (pages.report() == null && !pages.live()) {
            console.print(
                    about(run) + ", " + run.head().ending() + ": " + run.head().words());
            RunTable.results(run.report()).forEach(console::print);
            RunTable.times(run.report()).forEach(console::print);
        }
        if (pages.live()) {
            show(run, pages);
        }
        return ExitCode.DONE;
    }

    /**
     * Returns the runs that this machine keeps and those that other hosts keep, without duplicates, the latest first.
     *
     * @param others the runs that other hosts keep, each with its place
     */
    private List<KeptRun> together(Map<KeptRun, KnownRuns.Place> others) {
        List<KeptRun> all = new ArrayList<>(actions.history().all());
        Set<String> own = all.stream().map(KeptRun::id).collect(Collectors.toSet());
        others.keySet().removeIf(run -> own.contains(run.id()));
        all.addAll(others.keySet());
        all.sort(Comparator.comparing(KeptRun::endedAt).reversed());
        return all;
    }

    private void list(Map<KeptRun, KnownRuns.Place> others, KnownRuns known) {
        List<KeptRun> kept = together(others);
        Map<String, String> places = new HashMap<>();
        others.forEach((run, place) -> places.put(run.id(), place.name()));
        List<KeptRun> shown = all ? kept : kept.subList(0, Math.min(SHOWN, kept.size()));
        if (json) {
            console.print(HistoryList.json(shown, places));
        } else if (kept.isEmpty()) {
            console.error("moide history: no run has ended yet, or none was kept," + known.whereAsked());
        } else {
            HistoryList.lines(shown, places).forEach(console::print);
            if (shown.size() < kept.size()) {
                console.error("moide history: " + (kept.size() - shown.size()) + " older ones with --all");
            }
        }
    }

    private static String about(KeptReport run) {
        return HtmlReport.about(
                run.head().id(), run.head().endedAt(), run.report().origin().moide());
    }

    private void show(KeptReport run, OutputSettings.Pages pages) throws InterruptedException {
        LoggingFaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.history"));
        PageSetting setting = new PageSetting(
                "moide history",
                console,
                System.getenv(),
                new SystemTicker(),
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                new DaemonThreads("history", faults));
        RunPage.Shown shown = new RunPage.Shown(
                run.head().id(), run.report().application(), run.head().words());
        try (RunPage open = RunPage.open(pages, shown, setting)) {
            if (!open.isOpen()) {
                return;
            }
            open.report(PageData.text(run.report(), about(run), run.notes()));
            console.error("moide history: Ctrl-C ends it");
            while (!console.hasLostOutput()) {
                actions.pause(LONG_MILLIS);
            }
        }
    }
}
