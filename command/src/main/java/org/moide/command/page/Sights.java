package org.moide.command.page;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.data.DataTotals;
import org.moide.balance.data.ObjectsNow;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.command.report.html.EngineGroups;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.JsonText;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.WorkerStatistics;

/**
 * The figures that engines have reported about messages, loans, data objects and workers, as JSON in one line for the
 * page. Rows of numbers save bytes. The size is limited, whatever engines report. Used by one thread at a time.
 */
final class Sights {
    /**
     * The greatest number of rows, and also of columns, of the map of messages. With 64 of each the map has 4,096
     * squares. With more engines, neighbouring ones share a row.
     */
    static final int MOST_SQUARES = 64;

    /** The limit of engine numbers; higher ones are left out. */
    static final int MOST_ENGINES = 1_024;

    /**
     * The greatest number of epochs whose engine numbers are kept. More than one is needed, because engines move to the
     * next epoch one after the other.
     */
    private static final int MOST_EPOCHS = 4;

    /** The greatest number of moves of workers that are listed. */
    private static final int MOST_MOVES = 12;

    private static final int MOST_LETTERS = 100;
    private static final double NANOS = 1e9;
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final TreeMap<Integer, EngineSight.Done> latest = new TreeMap<>();
    private final Map<Integer, EngineStatistics> before = new TreeMap<>(); // sums of earlier epochs
    private final TreeMap<Long, Map<Integer, Integer>> numbers = new TreeMap<>(); // by epoch: the engine of each number

    /** Records an engine's figures in its epoch so far. */
    void told(int engine, EngineSight.Done done) {
        if (engine < 0 || engine >= MOST_ENGINES) {
            return;
        }
        EngineSight.Done last = latest.put(engine, done);
        if (last != null && last.epoch() != done.epoch()) {
            before.merge(engine, sums(last), EngineStatistics::plus);
        }
        numbers.computeIfAbsent(done.epoch(), none -> new TreeMap<>()).put(done.number(), engine);
        if (numbers.size() > MOST_EPOCHS) {
            numbers.pollFirstEntry();
        }
    }

    private Map<Integer, EngineStatistics> sums() {
        Map<Integer, EngineStatistics> sums = new TreeMap<>(before);
        latest.forEach((engine, done) -> sums.merge(engine, sums(done), EngineStatistics::plus));
        return sums;
    }

    private EngineStatistics sums(EngineSight.Done done) {
        return done.sums().renumbered(number -> engine(done.epoch(), number));
    }

    /**
     * Returns the number in the run of the engine that has the given number in an epoch. If that engine has reported
     * nothing yet, returns the given number.
     */
    private int engine(long epoch, int number) {
        return numbers.getOrDefault(epoch, Map.of()).getOrDefault(number, number);
    }

    // --- who sent what to whom --------------------------------------------------------------------------------------

    /**
     * Returns the map's squares, each with five numbers: sender, receiver, messages, bytes, and the milliseconds for
     * which the sender waited for the receiver.
     */
    String traffic() {
        List<RunReport.Traffic> pairs = new ArrayList<>();
        sums().forEach((engine, sums) -> sums.peers().stream()
                .filter(peer -> peer.engine() >= 0 && peer.engine() < MOST_ENGINES)
                .forEach(peer -> pairs.add(new RunReport.Traffic(
                        engine, peer.engine(), peer.messages(), peer.bytes(), peer.waitNanos() / NANOS))));
        int engines = 1
                + Math.max(
                        latest.isEmpty() ? -1 : latest.lastKey(),
                        pairs.stream().mapToInt(RunReport.Traffic::to).max().orElse(-1));
        int together = EngineGroups.together(engines, MOST_SQUARES);
        return JsonText.forPage(json -> {
            json.name("labels").beginArray();
            for (int first = 0; first < engines; first += together) {
                json.value(EngineGroups.label(
                        Integer.toString(first), Integer.toString(Math.min(engines, first + together) - 1)));
            }
            json.endArray();
            json.name("squares").beginArray();
            for (RunReport.Traffic pair : EngineGroups.sums(pairs, together)) {
                json.value(pair.from()).value(pair.to()).value(pair.messages()).value(pair.bytes());
                json.value(Math.round(pair.waitSeconds() * 1_000));
            }
            json.endArray();
        });
    }

    // --- loans, data objects, workers -------------------------------------------------------------------------------

    /**
     * Returns the data about loans, data objects and workers. If there are very many engines, it is the data of the
     * first ones only.
     */
    String rest(ObjectsNow objects) {
        return JsonText.forPage(json -> {
            json.name("loans").beginArray();
            int rows = 0;
            for (Map.Entry<Integer, EngineSight.Done> engine : latest.entrySet()) {
                for (BorrowedFrom borrowed : engine.getValue().borrowed()) {
                    if (rows++ < LiveJson.MOST_ROWS) {
                        numbers(
                                json,
                                engine.getKey(),
                                borrowed.lender(),
                                borrowed.loans(),
                                borrowed.tasks(),
                                borrowed.executed());
                    }
                }
            }
            json.endArray();
            objects(objects, json);
            Map<Integer, EngineStatistics> sums = first(sums());
            json.name("stores").beginArray();
            for (Map.Entry<Integer, EngineStatistics> engine : sums.entrySet()) {
                DataStatistics data = engine.getValue().data();
                if (!data.equals(DataStatistics.NONE)) {
                    store(engine.getKey(), objects.held().getOrDefault(engine.getKey(), 0), data, json);
                }
            }
            json.endArray();
            json.name("workers").beginArray();
            for (Map.Entry<Integer, EngineStatistics> engine : sums.entrySet()) {
                WorkerStatistics workers = engine.getValue().workers();
                if (!workers.equals(WorkerStatistics.NONE)) {
                    numbers(
                            json,
                            engine.getKey(),
                            workers.sentAway(),
                            workers.forwarded(),
                            workers.moves(),
                            workers.movedBytes(),
                            workers.pauseNanos() / NANOS_OF_MILLI);
                }
            }
            json.endArray();
            moves(json);
        });
    }

    private static Map<Integer, EngineStatistics> first(Map<Integer, EngineStatistics> sums) {
        Map<Integer, EngineStatistics> first = new TreeMap<>();
        sums.entrySet().stream().limit(LiveJson.MOST_ROWS).forEach(one -> first.put(one.getKey(), one.getValue()));
        return first;
    }

    private static void objects(ObjectsNow objects, JsonWriter json) throws IOException {
        json.name("objects").value(objects.objects());
        json.name("objectBytes").value(objects.bytes());
        json.name("largest").beginArray();
        for (ObjectsNow.Listed object : objects.largest()) {
            json.beginArray();
            json.value(Long.toString(object.id())); // as text, since JavaScript's numbers have 53 bits
            json.value(object.bytes()).value(object.recomputable()).value(object.writer());
            json.value(object.copies()).value(object.fetches());
            json.endArray();
        }
        json.endArray();
    }

    private static void store(int engine, int held, DataStatistics data, JsonWriter json) throws IOException {
        DataTotals store = data.store();
        numbers(
                json,
                engine,
                held,
                store.fetched(),
                store.fetchedBytes(),
                store.fromRoot(),
                store.fromRootBytes(),
                data.given(),
                data.givenBytes(),
                store.hits(),
                store.dropped(),
                data.recomputed(),
                store.mostBytes());
    }

    /** Writes the latest moves of workers, as each engine has reported them in its latest epoch. */
    private void moves(JsonWriter json) throws IOException {
        List<WorkerStatistics.Move> moves = latest.values().stream()
                .flatMap(done -> done.sums().workers().lastMoves().stream()
                        .map(move -> new WorkerStatistics.Move(
                                move.worker(),
                                engine(done.epoch(), move.from()),
                                engine(done.epoch(), move.to()),
                                move.why(),
                                move.bytes(),
                                move.pauseNanos(),
                                move.atNanos())))
                .sorted(Comparator.comparingLong(WorkerStatistics.Move::atNanos).reversed())
                .limit(MOST_MOVES)
                .toList();
        json.name("moves").beginArray();
        for (WorkerStatistics.Move move : moves) {
            String why = move.why();
            json.beginArray();
            json.value(move.atNanos() / NANOS_OF_MILLI);
            json.value(Long.toString(move.worker()))
                    .value(move.from())
                    .value(move.to())
                    .value(move.bytes());
            json.value(move.pauseNanos() / NANOS_OF_MILLI);
            json.value(why.length() > MOST_LETTERS ? why.substring(0, MOST_LETTERS) + "..." : why);
            json.endArray();
        }
        json.endArray();
    }

    private static void numbers(JsonWriter json, long... row) throws IOException {
        json.beginArray();
        for (long number : row) {
            json.value(number);
        }
        json.endArray();
    }
}
