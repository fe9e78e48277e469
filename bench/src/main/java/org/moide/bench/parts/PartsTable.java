package org.moide.bench.parts;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares the times of ID 0 in reports of {@code PartsBench} with its stopwatch, and the parts of each thread's time
 * with its whole time.
 *
 * <p>Arguments: a name and a file for each report. Exits with 1 if a deviation exceeds its limit.
 */
public final class PartsTable {
    private static final double BAR = 0.05;
    private static final double WHOLE_BAR = 0.01;
    private static final List<String> PARTS = List.of(
            "computeSeconds",
            "communicateSeconds",
            "waitSeconds",
            "fetchSeconds",
            "checkpointSeconds",
            "migrateSeconds");

    private PartsTable() {}

    public static void main(String[] words) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("| way | part | stopwatch, s | report, s | off by |", "|---|---|---|---|---|"));
        boolean held = true;
        for (int i = 0; i + 1 < words.length; i += 2) {
            JsonObject report = JsonParser.parseString(Files.readString(Path.of(words[i + 1])))
                    .getAsJsonObject();
            held &= add(words[i], report, lines);
        }
        lines.forEach(PartsTable::say);
        if (!held) {
            say("expected each within " + percent(BAR) + " of the stopwatch, and the parts together within "
                    + percent(WHOLE_BAR) + " of the whole, found others");
            System.exit(1);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Adds the lines of one report; returns whether all deviations are within the limits. */
    static boolean add(String way, JsonObject report, List<String> lines) {
        JsonObject result = report.getAsJsonObject("result");
        JsonObject thread = report.getAsJsonArray("engines")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("threads")
                .get(0)
                .getAsJsonObject();
        JsonObject waits = thread.getAsJsonObject("waits");
        double computed = number(result, "stopwatchCompute");
        boolean held = line(way, "compute", computed, number(thread, "computeSeconds"), BAR, lines);
        // Both clocks count waits in the barrier and in sends as part of these.
        double meeting = number(result, "stopwatchBegin") + number(result, "stopwatchSend");
        double sending = number(thread, "communicateSeconds") + number(waits, "send") + number(waits, "remoteBarrier");
        held &= line(way, "begin and send", meeting, sending, BAR, lines);
        double waiting = number(waits, "receive");
        held &= line(way, "wait", number(result, "stopwatchReceive"), waiting, BAR, lines);
        double parts = PARTS.stream().mapToDouble(part -> number(thread, part)).sum();
        held &= line(way, "all parts, beside the whole", number(thread, "wallSeconds"), parts, WHOLE_BAR, lines);
        return held;
    }

    private static double number(JsonObject from, String name) {
        return from.has(name) ? from.get(name).getAsDouble() : 0;
    }

    private static boolean line(
            String way, String part, double expected, double reported, double bar, List<String> lines) {
        double off = Math.abs(reported - expected) / expected;
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %.3f | %s%s |",
                way,
                part,
                expected,
                reported,
                percent(off),
                off <= bar ? "" : " MISSED"));
        return off <= bar;
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * part);
    }
}
