package org.moide.command.top;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.command.top.Tables.Table;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.monitor.HostMoment;

/** The layout of the screen of {@code moide top}. */
public final class Screen {
    /** The number of lines besides table rows: summary, views and column heads above, a line of keys below. */
    private static final int OTHER_LINES = 4;

    private static final List<String> HELP = List.of(
            "1 2 3 4, Tab       hosts, runs, engines, threads",
            "s, r               sort by the next column; the other way round",
            "/                  show only what contains these letters; Enter keeps it, Esc ends it",
            "p, space           stand still; go on",
            "up, down, j, k     scroll; PgUp, PgDn, Home, End",
            "h, ?               this",
            "q, Ctrl-C          leave");

    private Screen() {}

    /** Returns the number of table rows that fit on the screen. */
    public static int room(int lines) {
        return Math.max(1, lines - OTHER_LINES);
    }

    /** Returns the number of rows of the table, after filtering. */
    public static int rows(Seen seen, TopState state) {
        return Tables.of(seen, state).rows().size();
    }

    /** Returns all lines of the screen, at most {@code lines}. */
    public static List<Line> lines(Seen seen, TopState state, int lines, int columns) {
        List<Line> all = new ArrayList<>();
        all.add(summary(seen.data()));
        all.add(tabs(state));
        if (state.help()) {
            HELP.forEach(text -> all.add(Line.of(text, Style.PLAIN)));
            all.add(Bars.legend());
        } else {
            Table table = Tables.of(seen, state);
            List<Integer> widths = widths(table);
            all.add(head(table, widths, columns));
            int room = room(lines);
            int first = Math.max(0, Math.min(state.first(), table.rows().size() - room));
            table.rows().stream().skip(first).limit(room).forEach(row -> all.add(row(table, row, widths)));
            if (table.rows().isEmpty()) {
                all.add(Line.of(nothing(seen, state), Style.DIM));
            }
        }
        while (all.size() < lines - 1) {
            all.add(new Line());
        }
        List<Line> shown = new ArrayList<>(all.subList(0, Math.min(all.size(), Math.max(0, lines - 1))));
        shown.add(bottom(seen, state));
        return shown;
    }

    private static String nothing(Seen seen, TopState state) {
        if (!state.filter().isEmpty()) {
            return "nothing contains '" + state.filter() + "'";
        }
        if (seen.equals(Seen.NOTHING)) {
            return "asking ...";
        }
        return state.view() == View.HOSTS ? "no host is known" : "none of your runs is running on this machine";
    }

    /** Returns a summary of hosts and runs in one line. */
    static Line summary(TopData data) {
        long up = data.hosts().stream().filter(host -> host.candidate() != null).count();
        // Several daemons of one machine share its processors.
        Map<String, Integer> processors = new HashMap<>();
        Map<String, Double> busy = new HashMap<>();
        for (HostAnswer answer : data.hosts()) {
            Candidate host = answer.candidate();
            List<HostMoment> past = answer.history();
            if (host != null) {
                processors.merge(host.machine(), host.processors(), Math::max);
                busy.merge(
                        host.machine(),
                        past.isEmpty() ? 0 : past.get(past.size() - 1).load(),
                        Math::max);
            }
        }
        long engines = 0;
        long threads = 0;
        for (TopData.Run run : data.runs()) {
            RunStatus status = run.status();
            for (RunStatus.EngineStatus engine :
                    status == null ? List.<RunStatus.EngineStatus>of() : status.engines()) {
                engines += engine.isActive() ? 1 : 0;
                threads += engine.isActive() ? engine.threads() : 0;
            }
        }
        return Line.of(
                String.format(
                        Locale.ROOT,
                        "moide top: %d of %s up, %s, %.1f busy; %s, %s, %s",
                        up,
                        counted(data.hosts().size(), "host"),
                        counted(
                                processors.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum(),
                                "processor"),
                        busy.values().stream().mapToDouble(Double::doubleValue).sum(),
                        counted(data.runs().size(), "run"),
                        counted(engines, "engine"),
                        counted(threads, "thread")),
                Style.TITLE);
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static Line tabs(TopState state) {
        Line line = new Line();
        int number = 1;
        for (View view : View.values()) {
            boolean here = view == state.view();
            line.add(here ? "[" : " ", Style.PLAIN)
                    .add(number + " " + view.words(), here ? Style.TITLE : Style.DIM)
                    .add(here ? "]" : " ", Style.PLAIN)
                    .add(" ", Style.PLAIN);
            number++;
        }
        if (state.paused()) {
            line.add(" stands still ", Style.WARNING);
        }
        if (!state.filter().isEmpty() && !state.typing()) {
            line.add(" with '" + state.filter() + "' ", Style.WARNING);
        }
        line.add(" by " + state.orderWords() + (state.reversed() ? ", reversed" : ""), Style.DIM);
        return line;
    }

    private static Line bottom(Seen seen, TopState state) {
        if (state.typing()) {
            return new Line().add("show only: ", Style.TITLE).add(state.filter() + "_", Style.PLAIN);
        }
        if (!seen.data().problem().isEmpty()) {
            return Line.of(seen.data().problem(), Style.BAD);
        }
        return state.view() == View.THREADS && !state.help()
                ? Bars.legend()
                : Line.of("h help  1-4 view  s sort  / filter  p pause  q quit", Style.DIM);
    }

    private static List<Integer> widths(Table table) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < table.heads().size(); column++) {
            int widest = table.heads().get(column).strip().length();
            for (Row row : table.rows()) {
                widest = Math.max(widest, row.cells().get(column).length());
            }
            widths.add(widest);
        }
        return widths;
    }

    private static Line head(Table table, List<Integer> widths, int columns) {
        Line line = new Line();
        for (int column = 0; column < widths.size(); column++) {
            String head = table.heads().get(column);
            String word = head.strip();
            String space = " ".repeat(widths.get(column) - word.length());
            line.add(column == 0 ? "" : "  ", Style.HEAD)
                    .add(toTheRight(head) ? space + word : word + space, Style.HEAD);
        }
        return line.add(" ".repeat(Math.max(0, columns - line.length())), Style.HEAD);
    }

    private static boolean toTheRight(String head) {
        return head.endsWith(" ");
    }

    private static Line row(Table table, Row row, List<Integer> widths) {
        Line line = new Line();
        for (int column = 0; column < widths.size(); column++) {
            Line cell = row.cells().get(column);
            int space = widths.get(column) - cell.length();
            line.add(column == 0 ? "" : "  ", Style.PLAIN);
            if (toTheRight(table.heads().get(column))) {
                line.add(" ".repeat(space), Style.PLAIN).add(cell);
            } else {
                line.add(cell).add(" ".repeat(space), Style.PLAIN);
            }
        }
        return line;
    }

    /** Returns all tables as plain text, for use without a terminal. */
    public static List<String> text(Seen seen) {
        List<String> all = new ArrayList<>();
        all.add(summary(seen.data()).text());
        for (View view : View.values()) {
            TopState state = TopState.FIRST.in(view);
            Table table = Tables.of(seen, state);
            if (!table.rows().isEmpty()) {
                List<Integer> widths = widths(table);
                all.add("");
                all.add(view.words());
                all.add(head(table, widths, 0).text());
                table.rows().forEach(row -> all.add(row(table, row, widths).text()));
            }
        }
        if (seen.threads().isEmpty()) {
            return withProblem(all, seen);
        }
        all.add(Bars.legend().text());
        return withProblem(all, seen);
    }

    private static List<String> withProblem(List<String> all, Seen seen) {
        if (!seen.data().problem().isEmpty()) {
            all.add("");
            all.add(seen.data().problem());
        }
        return all;
    }
}
