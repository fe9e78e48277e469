package org.moide.command.report.measured;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.ThreadTimes;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/**
 * The times of threads of some runs, as bars that consist of parts, as in Figs. 7 to 9 of the MOIDE paper; the parts of
 * a bar add up to its run's time. Immutable.
 *
 * @param title what all runs have in common
 * @param bar the meaning of one bar, for the legend
 * @param groups the groups of bars that belong together, in the order of the runs
 */
public record Breakdown(String title, String bar, List<Group> groups) {
    /** The greatest number of bars that can be told apart in one picture. */
    public static final int MOST_BARS = 256;

    /** The greatest number of bars that can be told apart in one picture if each has a label of two lines. */
    public static final int MOST_RUNS = 64;

    public Breakdown {
        groups = List.copyOf(groups);
    }

    /** A part of a thread's time, with the colour it has on the pages; in order from the bottom of a bar to its top. */
    public enum Part {
        COMPUTE("compute", "#0072b2"),
        COMMUNICATE("communicate", "#e69f00"),
        WAIT("wait", "#d55e00"),
        FETCH("fetch", "#cc79a7"),
        CHECKPOINT("checkpoint", "#009e73"),
        MIGRATE("migrate", "#56b4e9");

        private final String label;
        private final String colour;

        Part(String label, String colour) {
            this.label = label;
            this.colour = colour;
        }

        public String label() {
            return label;
        }

        String colour() {
            return colour;
        }

        private double of(ThreadTimes thread) {
            return switch (this) {
                case COMPUTE -> thread.computeSeconds();
                case COMMUNICATE -> thread.communicateSeconds();
                case WAIT -> thread.waitSeconds();
                case FETCH -> thread.fetchSeconds();
                case CHECKPOINT -> thread.checkpointSeconds();
                case MIGRATE -> thread.migrateSeconds();
            };
        }
    }

    /**
     * A group of bars.
     *
     * @param label the arguments that these bars have in common and others do not have; may be empty
     */
    public record Group(String label, List<Bar> bars) {
        public Group {
            bars = List.copyOf(bars);
        }
    }

    /**
     * One bar.
     *
     * @param label the lines of text below it
     * @param isApart whether a gap precedes it, since it is the first bar of another engine
     * @param seconds the seconds of each part; contains all parts
     */
    public record Bar(List<String> label, boolean isApart, Map<Part, Double> seconds) {
        public Bar {
            label = List.copyOf(label);
            seconds = Map.copyOf(seconds);
        }

        double of(Part part) {
            return Objects.requireNonNull(seconds.get(part), "each bar has all parts");
        }

        double total() {
            return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /** Returns a chart with a bar for each run, the mean of its threads. Runs with the same arguments form a group. */
    public static Breakdown perRun(List<RunReport> runs) {
        Words words = Words.of(runs);
        Map<String, List<Bar>> groups = new LinkedHashMap<>();
        for (RunReport run : runs) {
            groups.computeIfAbsent(words.ofOne(run), same -> new ArrayList<>())
                    .add(bar(List.of(threads(run), engines(run)), false, threadsOf(run)));
        }
        return new Breakdown(
                words.common(),
                "a bar: the mean of the threads of a run",
                groups.entrySet().stream()
                        .map(group -> new Group(group.getKey(), group.getValue()))
                        .toList());
    }

    /** Returns a chart with a bar for each thread of each run. */
    public static Breakdown perThread(List<RunReport> runs) {
        Words words = Words.of(runs);
        List<Group> groups = new ArrayList<>();
        for (RunReport run : runs) {
            List<Bar> bars = new ArrayList<>();
            for (RunReport.EngineTimes engine : run.engines()) {
                boolean first = true;
                for (ThreadTimes thread : engine.threads()) {
                    bars.add(bar(List.of(Integer.toString(thread.id())), first && !bars.isEmpty(), List.of(thread)));
                    first = false;
                }
            }
            String shape = threads(run) + " of " + engines(run);
            String differs = words.ofOne(run);
            groups.add(new Group(differs.isEmpty() ? shape : differs + ", " + shape, bars));
        }
        return new Breakdown(words.common(), "a bar: a thread, by its logical ID", groups);
    }

    public int bars() {
        return groups.stream().mapToInt(group -> group.bars().size()).sum();
    }

    private static Bar bar(List<String> label, boolean isApart, List<ThreadTimes> threads) {
        Map<Part, Double> seconds = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            seconds.put(part, threads.stream().mapToDouble(part::of).average().orElse(0));
        }
        return new Bar(label, isApart, seconds);
    }

    private static List<ThreadTimes> threadsOf(RunReport run) {
        return run.engines().stream()
                .flatMap(engine -> engine.threads().stream())
                .toList();
    }

    private static String threads(RunReport run) {
        return Plural.of(threadsOf(run).size(), "thread");
    }

    private static String engines(RunReport run) {
        return Plural.of(run.engines().size(), "engine");
    }

    /** Returns the bars as a table for the terminal, in seconds. */
    public List<String> lines() {
        List<Part> parts = parts();
        List<String> heads = new ArrayList<>(List.of("", "", "all"));
        parts.forEach(part -> heads.add(part.label()));
        TextTable table = new TextTable("ll" + "r".repeat(1 + parts.size()), heads.toArray(new String[0]));
        for (Group group : groups) {
            for (Bar bar : group.bars()) {
                List<String> row = new ArrayList<>(
                        List.of(group.label(), String.join(" of ", bar.label()), Figures.seconds(bar.total())));
                parts.forEach(part -> row.add(Figures.seconds(bar.of(part))));
                table.row(row.toArray(new String[0]));
            }
        }
        return table.lines();
    }

    /** Returns the parts that took time in any bar. Computing is always included. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (Part part : Part.values()) {
            boolean isSeen =
                    groups.stream().flatMap(group -> group.bars().stream()).anyMatch(bar -> bar.of(part) > 0);
            if (isSeen || part == Part.COMPUTE) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Returns the time of the longest bar; 0 if there is none. */
    double longest() {
        return groups.stream()
                .flatMap(group -> group.bars().stream())
                .mapToDouble(Bar::total)
                .max()
                .orElse(0);
    }

    /**
     * The command lines of several runs, divided into what they have in common and what differs.
     *
     * @param common the words that all have at the same position
     * @param differing the positions at which words differ
     * @param isPlaceByPlace whether all have the same number of words; if not, each run keeps all its words
     */
    private record Words(String common, List<Integer> differing, boolean isPlaceByPlace) {
        static Words of(List<RunReport> runs) {
            List<List<String>> all = runs.stream().map(Words::all).toList();
            List<String> first = all.get(0);
            if (all.stream().anyMatch(words -> words.size() != first.size())) {
                String applications =
                        runs.stream().map(RunReport::application).distinct().collect(Collectors.joining(", "));
                return new Words(applications, List.of(), false);
            }
            List<Integer> differing = new ArrayList<>();
            List<String> common = new ArrayList<>();
            for (int at = 0; at < first.size(); at++) {
                int place = at;
                if (all.stream().allMatch(words -> words.get(place).equals(first.get(place)))) {
                    common.add(first.get(at));
                    continue;
                }
                // an option stays with its value
                if (at > 0
                        && first.get(at - 1).startsWith("-")
                        && !first.get(at).startsWith("-")
                        && !differing.contains(at - 1)) {
                    common.remove(common.size() - 1);
                    differing.add(at - 1);
                }
                differing.add(at);
            }
            return new Words(String.join(" ", common), differing, true);
        }

        private static List<String> all(RunReport run) {
            List<String> words = new ArrayList<>(List.of(run.application()));
            words.addAll(run.arguments());
            return words;
        }

        String ofOne(RunReport run) {
            List<String> words = all(run);
            if (!isPlaceByPlace) {
                return String.join(" ", words);
            }
            return differing.stream().map(words::get).collect(Collectors.joining(" "));
        }
    }
}
