package org.moide.bench.peers;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.command.report.measured.Picture;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;

/**
 * Compares MOIDE with references, from the lines that {@code bench/side-by-side.sh} has gathered: medians as a table,
 * all values as JSON, speeds as a picture. All values are times; a speed is the reference's time divided by MOIDE's.
 */
public final class SideBySide {
    private static final int WIDTH = 1000;
    private static final int LEFT = 470;
    private static final int RIGHT = 950;
    private static final int TOP = 60;
    private static final int STEP = 20;
    private static final int BAR = 12;

    /**
     * The greatest speed that a bar shows. A greater speed has a bar of the same length, and the text beside it gives
     * the number.
     */
    private static final double MOST_SPEED = 2.0;

    private static final String FASTER = "#009e73";
    private static final String SLOWER = "#d55e00";

    private SideBySide() {}

    /**
     * Makes the comparison. Arguments: the file with the lines, the title, and optionally the folder for {@code
     * <title>.json} and {@code .svg}.
     */
    public static void main(String[] words) throws IOException {
        List<Row> rows = rows(Files.readAllLines(Path.of(words[0])).stream()
                .map(Measured::parse)
                .toList());
        if (rows.isEmpty()) {
            throw new IllegalStateException(words[0] + ": expected figures of MOIDE, found none");
        }
        if (words.length > 2) {
            Path folder = Path.of(words[2]);
            Files.writeString(folder.resolve(words[1] + ".json"), json(words[1], rows));
            Picture.write(WIDTH, height(rows), pen -> draw(words[1], rows, pen), folder.resolve(words[1] + ".svg"));
        }
        for (String line : table(rows)) {
            System.out.println(line);
        }
    }

    /**
     * An operation in one place.
     *
     * @param nanos the times of the rounds, by library
     * @param speedUp MOIDE's speed divided by its speed in the operation's first place
     */
    record Row(String operation, String place, int bytes, Map<String, List<Double>> nanos, double speedUp) {
        double own() {
            return Medians.of(nanos.getOrDefault(PeerTable.MOIDE, List.of()));
        }

        /** Returns MOIDE's speed relative to each reference. */
        Map<String, Double> speeds() {
            Map<String, Double> speeds = new LinkedHashMap<>();
            nanos.forEach((who, theirs) -> {
                if (!who.equals(PeerTable.MOIDE)) {
                    speeds.put(who, Medians.of(theirs) / own());
                }
            });
            return speeds;
        }

        String name() {
            return operation + (bytes > 0 ? " " + bytes + " B" : "") + ", " + place;
        }
    }

    /** Returns the rows in order of measurement, without operations that MOIDE has no time for. */
    static List<Row> rows(List<Measured> lines) {
        Map<List<Object>, Map<String, List<Double>>> all = new LinkedHashMap<>();
        for (Measured line : lines) {
            all.computeIfAbsent(List.of(line.operation(), line.place(), line.bytes()), key -> new LinkedHashMap<>())
                    .computeIfAbsent(line.who(), who -> new ArrayList<>())
                    .add(line.nanos());
        }
        Map<List<Object>, Double> first = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>();
        all.forEach((key, nanos) -> {
            if (nanos.containsKey(PeerTable.MOIDE)) {
                double own = Medians.of(nanos.get(PeerTable.MOIDE));
                double before = first.computeIfAbsent(List.of(key.get(0), key.get(2)), operation -> own);
                rows.add(new Row((String) key.get(0), (String) key.get(1), (Integer) key.get(2), nanos, before / own));
            }
        });
        return rows;
    }

    static List<String> table(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("| what, where | MOIDE | its speed-up | reference | speed |");
        lines.add("|---|---|---|---|---|");
        for (Row row : rows) {
            StringBuilder theirs = new StringBuilder();
            StringBuilder speeds = new StringBuilder();
            row.speeds().forEach((who, speed) -> {
                theirs.append(theirs.isEmpty() ? "" : "; ").append(who).append(' ');
                theirs.append(spread(row.nanos().getOrDefault(who, List.of())));
                speeds.append(speeds.isEmpty() ? "" : "; ").append(String.format(Locale.ROOT, "%.2f", speed));
            });
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s | %s |",
                    row.name(),
                    spread(row.nanos().getOrDefault(PeerTable.MOIDE, List.of())),
                    row.speedUp(),
                    theirs,
                    speeds));
        }
        return lines;
    }

    /** Returns the median with the range of all rounds. */
    private static String spread(List<Double> nanos) {
        return Medians.spread(nanos, SideBySide::time, " to ");
    }

    static String time(double nanos) {
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.2f us", nanos / 1e3);
        }
        return nanos < 1e9
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }

    static String json(String title, List<Row> rows) {
        JsonArray all = new JsonArray();
        for (Row row : rows) {
            JsonObject nanos = new JsonObject();
            row.nanos().forEach((who, figures) -> {
                JsonArray rounds = new JsonArray();
                figures.forEach(rounds::add);
                nanos.add(who, rounds);
            });
            JsonObject speeds = new JsonObject();
            row.speeds().forEach(speeds::addProperty);
            JsonObject one = new JsonObject();
            one.addProperty("operation", row.operation());
            one.addProperty("place", row.place());
            one.addProperty("bytes", row.bytes());
            one.add("nanos", nanos);
            one.add("speed", speeds);
            one.addProperty("speedUp", row.speedUp());
            all.add(one);
        }
        JsonObject whole = new JsonObject();
        whole.addProperty("title", title);
        whole.add("rows", all);
        return new GsonBuilder().setPrettyPrinting().create().toJson(whole);
    }

    private static int bars(List<Row> rows) {
        return rows.stream().mapToInt(row -> row.speeds().size()).sum();
    }

    private static int height(List<Row> rows) {
        return TOP + bars(rows) * STEP + STEP;
    }

    private static void draw(String title, List<Row> rows, Pen pen) {
        pen.text(16, 24, title + ": MOIDE's speed beside references, 1 = as fast", true, Anchor.START);
        double one = x(1.0);
        pen.line(new double[] {one, one}, new double[] {TOP - 8, height(rows) - STEP}, "#555555", Stroke.DASHED);
        pen.text(one, TOP - 12, "1", false, Anchor.MIDDLE);
        double y = TOP;
        for (Row row : rows) {
            for (Map.Entry<String, Double> speed : row.speeds().entrySet()) {
                double end = x(Math.min(MOST_SPEED, speed.getValue()));
                pen.text(LEFT - 8, y + BAR - 2, row.name() + ", " + speed.getKey(), false, Anchor.END);
                pen.area(
                        new double[] {LEFT, end, end, LEFT},
                        new double[] {y, y, y + BAR, y + BAR},
                        speed.getValue() >= 1 ? FASTER : SLOWER);
                pen.text(
                        end + 4,
                        y + BAR - 2,
                        String.format(Locale.ROOT, "%.2f", speed.getValue()),
                        false,
                        Anchor.START);
                y += STEP;
            }
        }
    }

    private static double x(double speed) {
        return LEFT + speed / MOST_SPEED * (RIGHT - LEFT);
    }
}
