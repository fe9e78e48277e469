package org.moide.balance.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The worker tables of several simulated processes, with the messages between them, which arrive late, and the threads
 * that run workers. All is drawn from a seed. Of the declared workers the last two begin after the first two have ended.
 */
abstract class SimulatedTables {
    final RandomGenerator chance;
    final Declarations declarations;
    final List<WorkerTable> tables = new ArrayList<>();
    final Map<List<Integer>, ArrayDeque<Object>> channels =
            new TreeMap<>((left, right) -> left.get(0).equals(right.get(0))
                    ? Integer.compare(left.get(1), right.get(1))
                    : Integer.compare(left.get(0), right.get(0)));
    final List<Held> running = new ArrayList<>();
    InitialPlaces places;
    QuietRounds rounds;
    long now;
    private final Map<Long, Held> asking = new TreeMap<>(); // by request number, until the answer has come
    private long asks;

    /** A worker that a thread of a process is running. */
    record Held(int process, Slot slot) {}

    /**
     * @param declared the number of declared workers
     * @param planned whether tasks may be handled after planned ones
     */
    SimulatedTables(RandomGenerator chance, int declared, boolean planned, int count) {
        this.chance = chance;
        WorkerRule afterOthers =
                new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(0L, 1L), Map.of());
        this.declarations = new Declarations(
                List.of(
                        new Declarations.Workers(0, declared - 2, WorkerRule.MOVES),
                        new Declarations.Workers(declared - 2, 2, afterOthers)),
                List.of(),
                planned);
        this.places = new InitialPlaces(declarations, powers(count));
        this.rounds = new QuietRounds(count, now);
    }

    final List<Double> powers(int count) {
        return IntStream.range(0, count)
                .mapToObj(process -> 1.0 + chance.nextInt(3))
                .toList();
    }

    /** Adds the tables of processes, the directory to the first. */
    final void add(int count, Directory directory) {
        for (int process = 0; process < count; process++) {
            addOne(process, process == 0 ? directory : null);
        }
    }

    private void addOne(int process, @Nullable Directory directory) {
        tables.add(new WorkerTable(process, declarations, places, directory, bytes -> () -> bytes, new WorkerOutlet() {
            @Override
            public boolean toProcess(int to, WorkerMessage message) {
                channel(process, to).add(message);
                return true;
            }

            @Override
            public void runnable() {
                becameRunnable();
            }

            @Override
            public void hopeless(String why) {
                throw new IllegalStateException(why);
            }

            @Override
            public void answered(WorkerMessage.Answer answer) {
                Held waited = asking.remove(answer.ask());
                if (waited == null || waited.process() != process) {
                    throw new IllegalStateException("an answer came that nobody waits for: " + answer.ask());
                }
                goesOn(waited, answer);
                tables.get(process).waitEnds(waited.slot());
                running.add(waited);
            }
        }));
    }

    /** Is told that a worker has become runnable, within a call of a table. */
    abstract void becameRunnable();

    /** Is told that a waiting worker is about to go on with an answer. */
    abstract void goesOn(Held waited, WorkerMessage.Answer answer);

    final ArrayDeque<Object> channel(int from, int to) {
        return channels.computeIfAbsent(List.of(from, to), any -> new ArrayDeque<>());
    }

    /** Draws a way from one process to another on which there are messages; null if there are none. */
    final @Nullable List<Integer> drawnWay() {
        List<List<Integer>> ways = new ArrayList<>();
        channels.forEach((way, messages) -> {
            if (!messages.isEmpty()) {
                ways.add(way);
            }
        });
        return ways.isEmpty() ? null : ways.get(chance.nextInt(ways.size()));
    }

    /** Lets a thread of a process take a worker that can run. */
    final void take() {
        int process = chance.nextInt(tables.size());
        Slot slot = tables.get(process).take();
        if (slot != null) {
            running.add(new Held(process, slot));
        }
    }

    /** Makes a worker wait for an answer; returns the number of its request. */
    final long ask(Held held) {
        long ask = asks++;
        asking.put(ask, held);
        tables.get(held.process()).waitBegins(held.slot());
        return ask;
    }

    /**
     * Returns the workers of a process that wait for an answer. A worker asks only workers with larger numbers, so there
     * are no cycles.
     */
    final List<RoundMessage.HandlerWait> waits(int process) {
        return asking.values().stream()
                .filter(held -> held.process() == process)
                .map(held -> new RoundMessage.HandlerWait(held.slot().worker(), Long.MAX_VALUE))
                .toList();
    }

    final boolean isIdle() {
        return running.isEmpty() && asking.isEmpty();
    }

    final String undone() {
        return channels + ", " + tables.stream().map(WorkerTable::leftOver).toList() + ", " + running + ", " + asking;
    }

    /** Ends all processes; {@link #add(int, Directory)} begins others. */
    final void endAll() {
        tables.clear();
        channels.clear();
        running.clear();
        asking.clear();
    }
}
