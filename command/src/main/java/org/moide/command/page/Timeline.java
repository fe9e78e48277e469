package org.moide.command.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.engine.control.ThreadTime;

/**
 * Time of engines' threads, piece by piece. Engines say how much time went where since they began; a piece is what was
 * added since the piece before. When there are too many pieces, each two become one, and the following pieces are as
 * long as these. One thread at a time.
 */
final class Timeline {
    /** Most pieces: twice as many as a screen has room for. */
    static final int MOST_PIECES = 480;

    /** Most rows: nobody reads more. Then an engine's threads share one row. */
    static final int MOST_ROWS = 64;

    /** Most engines. Engines with higher numbers are left out. */
    static final int MOST_ENGINES = 128;

    private static final int PARTS = 6;
    private static final double NANOS_OF_MILLI = 1e6;

    /** Seconds by which a piece may end early and still count as in time. */
    private static final double EARLY_SECONDS = 0.2;

    private final Map<Integer, List<ThreadTime>> latest = new TreeMap<>();
    private final Map<Integer, List<ThreadTime>> told = new TreeMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private double lengthSeconds = 1;
    private double endSeconds;

    /**
     * A piece of time.
     *
     * @param rows by engine, a row for each thread: milliseconds of each part, in the order of {@link ThreadTime}
     */
    record Piece(double fromSeconds, double toSeconds, Map<Integer, List<List<Long>>> rows) {
        Piece {
            rows = new LinkedHashMap<>(rows);
        }

        private Piece with(Piece next) {
            Map<Integer, List<List<Long>>> sums = new TreeMap<>(rows);
            next.rows.forEach((engine, more) -> sums.merge(engine, more, Piece::sum));
            return new Piece(fromSeconds, next.toSeconds, sums);
        }

        private static List<List<Long>> sum(List<List<Long>> left, List<List<Long>> right) {
            if (left.size() != right.size()) {
                return right;
            }
            List<List<Long>> rows = new ArrayList<>();
            for (int row = 0; row < left.size(); row++) {
                List<Long> sums = new ArrayList<>();
                for (int part = 0; part < PARTS; part++) {
                    sums.add(left.get(row).get(part) + right.get(row).get(part));
                }
                rows.add(sums);
            }
            return rows;
        }
    }

    /** Takes what an engine's threads have done since they began. */
    void told(int engine, List<ThreadTime> times) {
        if (engine < MOST_ENGINES && !times.isEmpty()) {
            latest.put(engine, times);
        }
    }

    /**
     * Ends the current piece if its time is over.
     *
     * @param seconds the time now, since the page was opened
     * @return whether a piece has come to its end
     */
    boolean isAt(double seconds) {
        if (seconds - endSeconds < lengthSeconds - EARLY_SECONDS) {
            return false;
        }
        Map<Integer, List<List<Long>>> rows = new TreeMap<>();
        latest.forEach((engine, times) -> {
            List<List<Long>> since = since(told.getOrDefault(engine, List.of()), times);
            if (since.stream().anyMatch(row -> row.stream().anyMatch(part -> part > 0))) {
                rows.put(engine, since);
            }
        });
        told.putAll(latest);
        pieces.add(new Piece(endSeconds, seconds, rows));
        endSeconds = seconds;
        if (pieces.size() >= MOST_PIECES) {
            halve();
        }
        return true;
    }

    private void halve() {
        List<Piece> halved = new ArrayList<>();
        for (int i = 0; i + 1 < pieces.size(); i += 2) {
            halved.add(pieces.get(i).with(pieces.get(i + 1)));
        }
        pieces.clear();
        pieces.addAll(halved);
        lengthSeconds *= 2;
    }

    List<Piece> pieces() {
        return List.copyOf(pieces);
    }

    private List<List<Long>> since(List<ThreadTime> before, List<ThreadTime> now) {
        int rows = latest.values().stream().mapToInt(List::size).sum();
        List<List<Long>> since = new ArrayList<>();
        for (int thread = 0; thread < now.size(); thread++) {
            List<Long> whole = parts(now.get(thread));
            since.add(thread < before.size() ? minus(whole, parts(before.get(thread))) : whole);
        }
        return rows <= MOST_ROWS
                ? since
                : List.of(since.stream().reduce(Timeline::plus).orElseThrow());
    }

    /**
     * Returns what a thread has done since it was told before. A thread that has done less than before is another one,
     * of a later epoch.
     */
    private static List<Long> minus(List<Long> now, List<Long> before) {
        List<Long> since = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            since.add(now.get(part) - before.get(part));
        }
        long sum = since.stream().mapToLong(part -> part).sum();
        return sum < 0 ? now : since.stream().map(part -> Math.max(0, part)).toList();
    }

    private static List<Long> plus(List<Long> left, List<Long> right) {
        List<Long> sums = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            sums.add(left.get(part) + right.get(part));
        }
        return sums;
    }

    private static List<Long> parts(ThreadTime time) {
        return List.of(
                millis(time.computeNanos()),
                millis(time.communicateNanos()),
                millis(time.waitNanos()),
                millis(time.fetchNanos()),
                millis(time.checkpointNanos()),
                millis(time.migrateNanos()));
    }

    private static long millis(long nanos) {
        return Math.round(nanos / NANOS_OF_MILLI);
    }
}
