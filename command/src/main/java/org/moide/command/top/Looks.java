package org.moide.command.top;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.coordinator.control.RunControl.EngineTimes;
import org.moide.engine.control.ThreadTime;

/** The comparison of each reading of the figures with the previous reading. Used by one thread. */
public final class Looks {
    /** The greatest number of readings that a chart of an engine's load shows. */
    private static final int MOST_LOOKS = 30;

    private final Map<Seen.Engine, List<ThreadTime>> times = new HashMap<>();
    private final Map<Seen.Engine, Deque<Double>> loads = new HashMap<>();
    private final Map<Seen.Engine, List<ThreadTime>> threads = new HashMap<>();

    /**
     * Adds a new reading.
     *
     * @return the reading with the changes since the previous one
     */
    public Seen at(TopData data) {
        for (TopData.Run run : data.runs()) {
            for (EngineTimes engine : run.times()) {
                compare(new Seen.Engine(run.id(), engine.engine()), engine.threads());
            }
        }
        List<String> ids = data.runs().stream().map(TopData.Run::id).toList();
        times.keySet().removeIf(engine -> !ids.contains(engine.run()));
        threads.keySet().removeIf(engine -> !ids.contains(engine.run()));
        loads.keySet().removeIf(engine -> !ids.contains(engine.run()));
        Map<Seen.Engine, List<Double>> lines = new HashMap<>();
        loads.forEach((engine, line) -> lines.put(engine, List.copyOf(line)));
        return new Seen(data, Map.copyOf(threads), Map.copyOf(lines));
    }

    private void compare(Seen.Engine engine, List<ThreadTime> now) {
        List<ThreadTime> before = times.put(engine, now);
        List<ThreadTime> since = new ArrayList<>();
        for (int thread = 0; thread < now.size(); thread++) {
            since.add(
                    before == null || thread >= before.size()
                            ? now.get(thread)
                            : since(before.get(thread), now.get(thread)));
        }
        long all = since.stream().mapToLong(ThreadTime::wallNanos).sum();
        if (all <= 0) {
            return; // the engine has told nothing new
        }
        threads.put(engine, since);
        Deque<Double> line = loads.computeIfAbsent(engine, fresh -> new ArrayDeque<>());
        if (line.size() == MOST_LOOKS) {
            line.removeFirst();
        }
        line.addLast((double) since.stream().mapToLong(ThreadTime::computeNanos).sum() / all);
    }

    /**
     * Returns the increase of a thread's times since the previous reading. If the times have become smaller, they
     * belong to another thread; then the new times are returned as they are.
     */
    private static ThreadTime since(ThreadTime before, ThreadTime now) {
        ThreadTime since = new ThreadTime(
                now.computeNanos() - before.computeNanos(),
                now.communicateNanos() - before.communicateNanos(),
                now.waitNanos() - before.waitNanos(),
                now.fetchNanos() - before.fetchNanos(),
                now.checkpointNanos() - before.checkpointNanos(),
                now.migrateNanos() - before.migrateNanos());
        boolean goesOn = since.computeNanos() >= 0
                && since.communicateNanos() >= 0
                && since.waitNanos() >= 0
                && since.fetchNanos() >= 0
                && since.checkpointNanos() >= 0
                && since.migrateNanos() >= 0;
        return goesOn ? since : now;
    }
}
