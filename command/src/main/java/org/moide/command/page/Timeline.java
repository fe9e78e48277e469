package org.moide.command.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.engine.control.ThreadTime;

/**
 * The times of threads, divided into pieces of equal length. Engines report totals since their start; a piece contains
 * the increase since the previous piece. When there are too many pieces, neighbouring ones are merged in pairs, and
 * later pieces are twice as long. Used by one thread at a time.
 */
final class Timeline {
    /** The greatest number of pieces, twice as many as fit on a screen. */
    static final int MOST_PIECES = 480;

    /** The greatest number of rows. With more threads, all threads of an engine share a row. */
    static final int MOST_ROWS = 64;

    /** The limit of engine numbers; higher ones are left out. */
    static final int MOST_ENGINES = 128;

    private static final int PARTS = 6;
    private static final double NANOS_OF_MILLI = 1e6;

    /** The seconds by which a piece may be shorter than planned. */
    private static final double EARLY_SECONDS = 0.2;

    private final Map<Integer, List<ThreadTime>> latest = new TreeMap<>();
    private final Map<Integer, List<ThreadTime>> told = new TreeMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private double lengthSeconds = 1;
    private double endSeconds;

    /**
     * A piece of time.
     *
     * @param rows for each engine, by its number, and for each of its threads: the milliseconds of each part, in the
     *     order of {@link ThreadTime}
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

    /** Records the totals of an engine's threads since their start. */
    void told(int engine, List<ThreadTime> times) {
        if (engine < MOST_ENGINES && !times.isEmpty()) {
            latest.put(engine, times);
        }
    }

    /**
     * Ends the current piece if its time is over at this moment.
     *
     * @param seconds the time since the page was opened
     * @return whether a piece was ended
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
     * Returns the increase of a thread's totals. If the totals have become smaller, a later epoch has begun and they
     * belong to another thread; then the new totals are returned as they are.
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
