package org.moide.bench.peers;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes the table of peers: for each operation and size the medians over all rounds, and the ratio of MOIDE's time to
 * each peer's.
 */
public final class PeerTable {
    static final String MOIDE = "MOIDE";

    private PeerTable() {}

    /**
     * Adds measurements or makes the table. Arguments: {@code take <json> <place> <file>} appends the output of {@code
     * moide bench comm --json} to the file; {@code table <file> <table>} makes the table.
     */
    public static void main(String[] words) throws IOException {
        if (words[0].equals("take")) {
            Measured.append(Path.of(words[3]), taken(Files.readString(Path.of(words[1])), words[2]));
        } else {
            List<Measured> lines = Files.readAllLines(Path.of(words[1])).stream()
                    .map(Measured::parse)
                    .toList();
            Files.write(Path.of(words[2]), table(lines));
        }
    }

    /** Returns MOIDE's measurements, under the peers' names for the same operations. */
    static List<Measured> taken(String json, String place) {
        JsonArray all = JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("measurements");
        String meeting = place.equals("one") ? "barrier" : "remoteBarrier";
        List<Measured> lines = new ArrayList<>();
        for (JsonElement element : all) {
            JsonObject row = element.getAsJsonObject();
            String operation = row.get("operation").getAsString();
            int bytes = row.get("bytes").getAsInt();
            if (bytes > 0 || operation.equals(meeting)) {
                String name = bytes == 0 ? "barrier" : operation;
                lines.add(new Measured(
                        MOIDE, name, place, bytes, row.get("p50Nanos").getAsDouble()));
            }
        }
        return lines;
    }

    private record Key(String place, String operation, int bytes) {}

    static List<String> table(List<Measured> lines) {
        Map<Key, Map<String, List<Double>>> all = new LinkedHashMap<>();
        for (Measured line : lines) {
            all.computeIfAbsent(new Key(line.place(), line.operation(), line.bytes()), key -> new LinkedHashMap<>())
                    .computeIfAbsent(line.who(), who -> new ArrayList<>())
                    .add(line.nanos());
        }
        List<String> text = new ArrayList<>();
        for (String place : List.of("one", "two")) {
            text.add(place.equals("one") ? "Two threads of one process" : "Two processes of one host");
            text.add("(median µs over rounds, least-most; x: MOIDE's time over theirs, below 1 MOIDE is faster)");
            Set<String> operations = new LinkedHashSet<>();
            all.keySet().stream()
                    .filter(key -> key.place().equals(place))
                    .forEach(key -> operations.add(key.operation()));
            for (String operation : operations) {
                all.forEach((key, figures) -> {
                    List<Double> own = figures.get(MOIDE);
                    if (key.place().equals(place)
                            && key.operation().equals(operation)
                            && own != null
                            && figures.size() > 1) {
                        text.add(row(key, own, figures));
                    }
                });
            }
            text.add("");
        }
        return text;
    }

    private static String row(Key key, List<Double> own, Map<String, List<Double>> figures) {
        StringBuilder row = new StringBuilder(
                String.format(Locale.ROOT, "%-10s %8d B  MOIDE %s", key.operation(), key.bytes(), spread(own)));
        figures.forEach((who, nanos) -> {
            if (!who.equals(MOIDE)) {
                double ratio = Medians.of(own) / Math.max(1, Medians.of(nanos));
                row.append(String.format(Locale.ROOT, "  %s %s x %.2f", who, spread(nanos), ratio));
            }
        });
        return row.toString();
    }

    private static String spread(List<Double> nanos) {
        return Medians.spread(nanos, one -> String.format(Locale.ROOT, "%.2f", one / 1e3), "-");
    }
}
