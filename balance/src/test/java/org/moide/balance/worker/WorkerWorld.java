package org.moide.balance.worker;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A simulation of the worker tables of several processes, drawn from a seed: workers send each other numbered tasks and
 * move meanwhile, and messages between processes are delayed.
 *
 * <p>Each task names its sender, receiver and number, so a lost, duplicated or reordered one is noticed, and so is a
 * round that ends too early. At safe points everything is saved, and the run continues in new tables, perhaps with
 * another number of processes.
 */
final class WorkerWorld extends SimulatedTables {
    static final int DECLARED = 12;
    private static final int STARTED = 6;
    private static final long MOST_STEPS = 2_000_000;

    private final Map<List<Long>, Long> sent = new HashMap<>();
    private final Map<List<Long>, Long> handled = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final Set<Long> promised = new HashSet<>(); // planned tasks that were sent
    private final Set<Long> plannedHandled = new HashSet<>();
    private long budget;
    private long started;
    private long planned;
    private int safePoints;
    private boolean done;

    /**
     * Creates a simulation with this number of processes.
     *
     * @param tasks the total number of tasks that are sent
     */
    WorkerWorld(RandomGenerator chance, int processes, long tasks) {
        super(chance, DECLARED, true, processes);
        this.budget = tasks;
        add(processes, new Directory(declarations));
        Slot beginning = tables.get(0).beginning();
        for (long worker = 0; worker < DECLARED; worker++) {
            send(tables.get(0), beginning, worker);
            send(tables.get(0), beginning, worker);
        }
    }

    @Override
    void becameRunnable() {
        // Threads take workers by chance.
    }

    @Override
    void goesOn(Held waited, WorkerMessage.Answer answer) {
        // There are no cuts.
    }

    /** Runs the simulation to the end; throws an exception if anything is wrong. */
    void play() {
        for (long step = 0; !done; step++) {
            if (step == MOST_STEPS) {
                throw new IllegalStateException("stuck: " + undone());
            }
            now += 10_000;
            switch (chance.nextInt(12)) {
                case 0, 1, 2, 3 -> deliver();
                case 4, 5 -> take();
                case 6, 7, 8 -> goOn();
                case 9 -> move();
                case 10 -> tell(rounds.tick(tables.get(0).isIdle(), now));
                default -> {
                    if (chance.nextInt(200) == 0) {
                        rounds.wantSafePoint(now);
                    }
                }
            }
        }
        requireAllDone();
    }

    int safePoints() {
        return safePoints;
    }

    private void deliver() {
        List<Integer> way = drawnWay();
        if (way == null) {
            return;
        }
        Object message = channel(way.get(0), way.get(1)).remove();
        WorkerTable table = tables.get(way.get(1));
        if (message instanceof WorkerMessage between) {
            table.arrived(between);
        } else if (message instanceof RoundMessage.WaveAsked asked) {
            table.closing(asked.closing());
            table.still(asked.still());
            channel(way.get(1), 0).add(table.wave(asked.number()));
        } else if (message instanceof RoundMessage.WaveTold told) {
            tell(rounds.told(told, now));
        } else if (message instanceof RoundMessage.WaitsAsked asked) {
            channel(way.get(1), 0)
                    .add(new RoundMessage.WaitsTold(asked.number(), way.get(1), waits(way.get(1)), table.leftOver()));
        } else if (message instanceof RoundMessage.WaitsTold told) {
            tell(rounds.waits(told, now));
        } else {
            throw new IllegalStateException("unknown " + message);
        }
    }

    private void tell(@Nullable RoundMessage message) {
        if (message instanceof RoundMessage.WaveAsked || message instanceof RoundMessage.WaitsAsked) {
            for (int process = 0; process < tables.size(); process++) {
                channel(0, process).add(message);
            }
        } else if (message instanceof RoundMessage.Stuck stuck) {
            throw new IllegalStateException("found stuck, and is not: " + stuck.why());
        } else if (message instanceof RoundMessage.SafePointReached) {
            safePoint();
        } else if (message instanceof RoundMessage.AllDone) {
            done = true;
        }
    }

    /** Lets a random thread continue with its worker for a while, or end the worker's turn. */
    private void goOn() {
        if (running.isEmpty()) {
            return;
        }
        Held held = running.remove(chance.nextInt(running.size()));
        WorkerTable table = tables.get(held.process());
        Slot slot = held.slot();
        if (!table.mayGoOn(slot) || chance.nextInt(4) == 0) {
            table.release(slot);
            return;
        }
        if (slot.isLeaving()) {
            table.depart(slot, () -> new byte[] {1});
            return;
        }
        WorkerTask task = slot.poll();
        if (task == null) {
            table.release(slot);
            return;
        }
        handle(table, slot, task);
        if (slot.isEnding()) {
            ended.add(slot.worker());
            table.ended(slot);
        } else if (!isAsking(table, held)) {
            running.add(held);
        }
    }

    /**
     * Sometimes lets the handler ask another worker and wait for the answer.
     *
     * @return whether the handler waits now
     */
    private boolean isAsking(WorkerTable table, Held held) {
        Slot slot = held.slot();
        long to = target();
        boolean awaited = slot.worker() < 2; // other workers begin after their end
        if (budget <= 0 || awaited || to <= slot.worker() || chance.nextInt(8) > 0) {
            return false;
        }
        budget--;
        long ask = ask(held);
        long number = sent.merge(List.of(slot.worker(), to), 1L, Long::sum) - 1;
        table.send(
                slot,
                to,
                new WorkerTask(
                        slot.worker(), WorkerTask.NONE, ask, held.process(), body(slot.worker(), to, number, -1)));
        return true;
    }

    private void handle(WorkerTable table, Slot slot, WorkerTask task) {
        ByteBuffer body = ByteBuffer.wrap(task.body().bytes());
        List<Long> pair = List.of(body.getLong(), body.getLong());
        long number = body.getLong();
        long after = body.getLong();
        if (pair.get(1) != slot.worker() || pair.get(0) != task.from()) {
            throw new IllegalStateException("worker " + slot.worker() + " got a task of " + pair);
        }
        if (slot.worker() >= DECLARED - 2 && slot.worker() < DECLARED && !ended.containsAll(Set.of(0L, 1L))) {
            throw new IllegalStateException("worker " + slot.worker() + " began before those it waits for had ended");
        }
        if (after >= 0) {
            if (!plannedHandled.contains(after)) {
                throw new IllegalStateException("a task was handled before planned task " + after);
            }
            handled.merge(List.of(-2L, slot.worker()), 1L, Long::sum);
        } else {
            long due = handled.merge(pair, 1L, Long::sum) - 1;
            if (number != due) {
                throw new IllegalStateException("task of " + pair + ": expected number " + due + ", found " + number);
            }
        }
        if (task.isRequest()) {
            table.answer(task.asker(), new WorkerMessage.Answer(task.ask(), false, slot.cut(), new byte[] {1}));
        }
        if (task.planned() != WorkerTask.NONE) {
            plannedHandled.add(task.planned());
            table.handled(slot, task.planned());
        }
        for (int more = chance.nextInt(3); more > 0 && budget > 0; more--) {
            sendSome(table, slot);
        }
        if (slot.worker() < 2 && number == 1) {
            slot.end(); // only the application's begin sends to it, two tasks
        }
    }

    private void sendSome(WorkerTable table, Slot slot) {
        int kind = chance.nextInt(20);
        if (kind == 0 && started < STARTED) {
            long worker = 100 + started++;
            table.start(slot, worker, WorkerRule.MOVES, chance.nextInt(tables.size()));
        } else if (kind == 1) {
            long wanted = planned++;
            long to = target();
            sendPlanned(table, slot, to, wanted);
            promised.add(wanted);
        } else if (kind == 2 && !promised.isEmpty()) {
            long after = promised.stream()
                    .skip(chance.nextInt(promised.size()))
                    .findFirst()
                    .orElseThrow();
            long to = target();
            sent.merge(List.of(-2L, to), 1L, Long::sum);
            table.sendAfter(slot, to, WorkerTask.of(slot.worker(), body(slot.worker(), to, 0, after)), List.of(after));
        } else {
            send(table, slot, target());
        }
        budget--;
    }

    private long target() {
        long count = DECLARED - 2 + started;
        long drawn = 2 + chance.nextLong(count - 2 + 2);
        return drawn < DECLARED
                ? drawn
                : 100 + Math.min(Math.max(0, started - 1), drawn - DECLARED) % Math.max(1, started);
    }

    private static TaskBody body(long from, long to, long number, long after) {
        byte[] bytes = ByteBuffer.allocate(32)
                .putLong(from)
                .putLong(to)
                .putLong(number)
                .putLong(after)
                .array();
        return () -> bytes;
    }

    private void send(WorkerTable table, Slot slot, long to) {
        long number = sent.merge(List.of(slot.worker(), to), 1L, Long::sum) - 1;
        table.send(slot, to, WorkerTask.of(slot.worker(), body(slot.worker(), to, number, -1)));
    }

    private void sendPlanned(WorkerTable table, Slot slot, long to, long wanted) {
        long number = sent.merge(List.of(slot.worker(), to), 1L, Long::sum) - 1;
        table.send(
                slot,
                to,
                new WorkerTask(slot.worker(), wanted, WorkerTask.NONE, 0, body(slot.worker(), to, number, -1)));
    }

    private void move() {
        WorkerTable table = tables.get(chance.nextInt(tables.size()));
        long worker = chance.nextBoolean() ? chance.nextLong(DECLARED) : 100 + chance.nextLong(STARTED);
        table.move(worker, chance.nextInt(tables.size()));
    }

    /** Saves all workers at rest, and restores them. */
    private void safePoint() {
        safePoints++;
        if (!isIdle()) {
            throw new IllegalStateException("at rest, found threads with workers: " + undone());
        }
        channels.forEach((way, messages) -> messages.forEach(message -> {
            if (message instanceof WorkerMessage between && !(between instanceof WorkerMessage.Located)) {
                throw new IllegalStateException("at rest, found on its way " + way + ": " + message);
            }
        }));
        List<SavedWorkers> all = new ArrayList<>();
        for (WorkerTable table : tables) {
            SavedWorkers saved = table.save(slot -> new byte[] {1});
            all.add((SavedWorkers) WorkerWire.decode(WorkerWire.encode(saved)));
        }
        int processes = chance.nextBoolean() ? tables.size() : 1 + chance.nextInt(4);
        if (processes != tables.size()) {
            places = new InitialPlaces(declarations, powers(processes));
            all = SavedWorkers.dealt(all, places, processes);
        }
        endAll();
        add(processes, new Directory(all.get(0).directory()));
        for (int process = 0; process < processes; process++) {
            tables.get(process).restore(all.get(process));
        }
        rounds = new QuietRounds(processes, now);
    }

    private void requireAllDone() {
        if (!isIdle() || !sent.equals(handled)) {
            Map<List<Long>, Long> missing = new HashMap<>(sent);
            missing.entrySet().removeIf(entry -> entry.getValue().equals(handled.get(entry.getKey())));
            throw new IllegalStateException(
                    "the rounds said that all is done, found undone " + missing + ", " + undone());
        }
        channels.forEach((way, messages) -> messages.forEach(message -> {
            if (message instanceof WorkerMessage.Arrival arrival) {
                throw new IllegalStateException("all is done, found on its way worker "
                        + arrival.worker().worker());
            }
        }));
        List<String> left =
                tables.stream().flatMap(table -> table.leftOver().stream()).toList();
        if (!left.isEmpty()) {
            throw new IllegalStateException("all is done, and left over are " + left);
        }
        Set<Long> found = new HashSet<>();
        for (WorkerTable table : tables) {
            table.forEach(slot -> requireOnce(found, slot));
            table.forEachUntouched(slot -> requireOnce(found, slot));
        }
        long expected = DECLARED + started - ended.size();
        if (found.size() != expected) {
            throw new IllegalStateException("expected " + expected + " workers, found " + found);
        }
    }

    private static void requireOnce(Set<Long> found, Slot slot) {
        if (!found.add(slot.worker())) {
            throw new IllegalStateException("worker " + slot.worker() + " is at two places");
        }
    }
}
