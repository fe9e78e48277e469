package org.moide.command.report.html;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;

/**
 * A report shortened to fit on a page, however large the run was: threads are averaged by engine, neighbouring engines
 * are merged, and long lists and texts are cut.
 *
 * @param report the shortened report
 * @param rows for each of its engines, the engines of the run that it represents
 * @param threadRows whether each thread still has its row
 * @param shortened whether a result or an argument was cut
 */
record Bounded(RunReport report, List<Row> rows, boolean threadRows, boolean shortened) {
    /** The greatest number of bars of a chart; more cannot be read. */
    static final int MOST_THREADS = 256;

    /**
     * The greatest number of rows, and also of columns, of the map of messages. With 128 of each the map has 16,384
     * squares.
     */
    static final int MOST_ENGINES = 128;

    static final int MOST_TEXT = 2_000;
    static final int MOST_NUMBERS = 200;
    static final int MOST_ENTRIES = 200;
    static final int MOST_SAMPLES = 6_000;

    Bounded {
        rows = List.copyOf(rows);
    }

    /**
     * The engines of the run that a row represents.
     *
     * @param label an engine's number, or the first and last of several
     * @param threads the number of their threads
     */
    record Row(String label, int threads) {}

    static Bounded of(RunReport report) {
        Shortening shortening = new Shortening();
        List<RunReport.EngineTimes> engines = report.engines();
        int threads =
                engines.stream().mapToInt(engine -> engine.threads().size()).sum();
        boolean threadRows = threads <= MOST_THREADS && engines.size() <= MOST_ENGINES;
        int together = EngineGroups.together(engines.size(), MOST_ENGINES);
        List<Row> rows = new ArrayList<>();
        List<RunReport.EngineTimes> kept = new ArrayList<>();
        for (int from = 0; from < engines.size(); from += together) {
            List<RunReport.EngineTimes> group = engines.subList(from, Math.min(engines.size(), from + together));
            rows.add(row(group));
            kept.add(threadRows ? shortening.hostOf(group.get(0)) : mean(group, kept.size(), shortening));
        }
        RunReport.Messages messages = report.messages();
        RunReport bounded = new RunReport(
                report.origin(),
                shortening.text(report.application()),
                shortening.texts(report.arguments()),
                shortening.results(report.result()),
                report.wallSeconds(),
                kept,
                new RunReport.Messages(
                        messages.local(),
                        messages.rmi(),
                        messages.bytes(),
                        messages.collectives(),
                        together == 1 ? messages.traffic() : EngineGroups.sums(messages.traffic(), together)),
                loans(report.loans(), shortening),
                workers(report.workers(), shortening),
                last(report.reconfigurations()).stream()
                        .map(change -> new RunReport.Reconfiguration(
                                shortening.text(change.kind()),
                                shortening.text(change.why()),
                                change.atSeconds(),
                                change.tookSeconds()))
                        .toList(),
                report.sharedHosts().stream()
                        .limit(MOST_ENGINES)
                        .map(host -> new RunReport.SharedHost(
                                shortening.text(host.host()), host.processors(), host.cut(), last(host.runs())))
                        .toList(),
                last(report.advice()).stream()
                        .map(advice -> new RunStatus.Advice(
                                shortening.text(advice.kind()),
                                shortening.text(advice.why()),
                                shortening.text(advice.command()),
                                advice.atSeconds(),
                                advice.leftSeconds(),
                                advice.savedSeconds()))
                        .toList());
        return new Bounded(bounded, rows, threadRows, shortening.done());
    }

    private static Row row(List<RunReport.EngineTimes> group) {
        int threads = group.stream().mapToInt(engine -> engine.threads().size()).sum();
        String first = group.get(0).label();
        return new Row(EngineGroups.label(first, group.get(group.size() - 1).label()), threads);
    }

    /** Returns an engine with one thread that is the mean of all threads of several engines. */
    private static RunReport.EngineTimes mean(List<RunReport.EngineTimes> group, int number, Shortening shortening) {
        List<RunReport.ThreadTimes> threads =
                group.stream().flatMap(engine -> engine.threads().stream()).toList();
        RunReport.EngineTimes one = group.get(0);
        String host = shortening.text(one.host()) + (group.size() == 1 ? "" : " and those after it");
        double power = group.stream().mapToDouble(RunReport.EngineTimes::power).sum();
        return new RunReport.EngineTimes(
                group.size() == 1 ? one.id() : number,
                host,
                one.place(),
                power,
                threads.isEmpty() ? List.of() : List.of(mean(threads)),
                group.size() == 1 ? one.assistantOf() : -1,
                group.size() == 1 ? one.joined() : null,
                one.data(),
                group.stream()
                        .mapToDouble(RunReport.EngineTimes::pauseSeconds)
                        .max()
                        .orElse(0),
                group.stream()
                        .mapToDouble(RunReport.EngineTimes::processorSeconds)
                        .sum(),
                List.of());
    }

    private static RunReport.ThreadTimes mean(List<RunReport.ThreadTimes> threads) {
        int count = threads.size();
        double[] sums = new double[8];
        long tasks = 0;
        Map<String, Double> waits = new TreeMap<>();
        for (RunReport.ThreadTimes thread : threads) {
            sums[0] += thread.computeSeconds() / count;
            sums[1] += thread.communicateSeconds() / count;
            sums[2] += thread.waitSeconds() / count;
            sums[3] += thread.fetchSeconds() / count;
            sums[4] += thread.checkpointSeconds() / count;
            sums[5] += thread.migrateSeconds() / count;
            sums[6] += thread.processorSeconds() / count;
            sums[7] += thread.readySeconds() / count;
            tasks += thread.tasks();
            thread.waits().forEach((primitive, seconds) -> waits.merge(primitive, seconds / count, Double::sum));
        }
        return new RunReport.ThreadTimes(
                threads.get(0).id(),
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                sums[5],
                tasks,
                waits,
                sums[6],
                sums[7]);
    }

    private static RunReport.Loans loans(RunReport.Loans loans, Shortening shortening) {
        RunReport.TaskCounts tasks = loans.tasks();
        return new RunReport.Loans(
                loans.made(),
                loans.returned(),
                loans.retaken(),
                loans.betweenEngines(),
                new RunReport.TaskCounts(
                        tasks.put(),
                        tasks.created(),
                        tasks.counted(),
                        tasks.runAgain(),
                        tasks.copies(),
                        tasks.failed(),
                        last(tasks.failures()).stream()
                                .map(failed -> new RunReport.FailedTask(
                                        shortening.text(failed.task()),
                                        shortening.text(failed.error()),
                                        shortening.texts(failed.places())))
                                .toList()),
                loans.data());
    }

    private static @Nullable WorkersReport workers(@Nullable WorkersReport workers, Shortening shortening) {
        if (workers == null) {
            return null;
        }
        int engines = Math.min(MOST_ENGINES, workers.engines().size());
        List<WorkersReport.Activity> activity = first(workers.activity(), MOST_ENGINES).stream()
                .map(each -> new WorkersReport.Activity(
                        each.engine(), thinned(each.samples(), MOST_SAMPLES / Math.max(1, engines))))
                .toList();
        return new WorkersReport(
                first(workers.engines(), MOST_ENGINES),
                last(workers.lastMoves()).stream()
                        .map(move -> new WorkersReport.Move(
                                move.worker(),
                                move.from(),
                                move.to(),
                                shortening.text(move.why()),
                                move.bytes(),
                                move.pauseSeconds(),
                                move.atSeconds()))
                        .toList(),
                activity);
    }

    private static <T> List<T> first(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    private static <T> List<T> last(List<T> all) {
        return all.subList(Math.max(0, all.size() - MOST_ENTRIES), all.size());
    }

    private static <T> List<T> thinned(List<T> all, int most) {
        int step = (all.size() + most - 1) / Math.max(1, most);
        List<T> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i += step) {
            kept.add(all.get(i));
        }
        return kept;
    }

    /** Shortens texts and lists to their limits, and remembers whether anything had to be cut. */
    private static final class Shortening {
        private boolean cut;

        boolean done() {
            return cut;
        }

        String text(String whole) {
            if (whole.length() <= MOST_TEXT) {
                return whole;
            }
            cut = true;
            return whole.substring(0, MOST_TEXT) + "...";
        }

        List<String> texts(List<String> whole) {
            cut |= whole.size() > MOST_ENTRIES;
            return first(whole, MOST_ENTRIES).stream().map(this::text).toList();
        }

        RunReport.EngineTimes hostOf(RunReport.EngineTimes engine) {
            return new RunReport.EngineTimes(
                    engine.id(),
                    text(engine.host()),
                    engine.place(),
                    engine.power(),
                    engine.threads(),
                    engine.assistantOf(),
                    engine.joined(),
                    engine.data(),
                    engine.pauseSeconds(),
                    engine.processorSeconds(),
                    List.of());
        }

        Map<String, Object> results(Map<String, Object> whole) {
            Map<String, Object> kept = new LinkedHashMap<>();
            for (Map.Entry<String, Object> entry : whole.entrySet()) {
                if (kept.size() == MOST_ENTRIES) {
                    cut = true;
                    break;
                }
                kept.put(text(entry.getKey()), value(entry.getValue()));
            }
            return kept;
        }

        private Object value(Object whole) {
            if (whole instanceof String text) {
                return text(text);
            }
            if (!whole.getClass().isArray() || Array.getLength(whole) <= MOST_NUMBERS) {
                return whole;
            }
            cut = true;
            Object start = Array.newInstance(whole.getClass().getComponentType(), MOST_NUMBERS);
            System.arraycopy(whole, 0, start, 0, MOST_NUMBERS);
            return start;
        }
    }
}
