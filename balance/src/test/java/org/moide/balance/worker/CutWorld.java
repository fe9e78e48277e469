package org.moide.balance.worker;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A simulation of several processes whose workers are saved by cuts (snapshots while they run), and that are killed and
 * restored from the last cut, drawn from a seed. Each process has a thread that receives messages, a control thread that
 * takes part in the rounds, and threads that run workers. Any of them may be late by any time.
 *
 * <p>A worker's state counts the tasks that it has sent to and received from each other worker. So whatever is lost or
 * doubled by a cut is noticed: a task that is not the next one of its sender, or counts that differ at the end.
 */
final class CutWorld extends SimulatedTables {
    private static final int DECLARED = 10;
    private static final int MOST_STARTED = 2; // by each declared worker
    private static final int HOPS = 5;
    private static final int MOST_KILLS = 3;
    private static final long MOST_STEPS = 1_000_000;
    private static final long STEP_NANOS = 100_000;
    private static final int SLOW_TIMES = 20;
    private static final int MOST_MOVES = 300; // since the last kill; with more, the rounds might never find rest

    private final List<Process> processes = new ArrayList<>();
    private final Map<Integer, List<Part>> parts = new HashMap<>(); // by cut: what processes have saved of it so far
    private List<Part> complete = List.of(); // of the last cut that all have saved
    private CutRounds cuts;
    private List<Integer> slow; // the way between two processes on which messages take long
    private int kills;
    private int cutsMade;
    private int moves;
    private boolean beside; // whether another thread runs within a call of the table
    private boolean done;

    /** The part of a cut that one process has saved, with the last states of workers that had ended on it. */
    private record Part(int process, SavedWorkers workers, List<byte[]> ended) {}

    /**
     * The last state of a worker that has ended.
     *
     * @param cut the last cut that the worker had passed
     */
    private record Ended(byte[] state, int cut) {}

    private static final class Process {
        final int number;
        final WorkerTable table;
        final ArrayDeque<RoundMessage> inbox = new ArrayDeque<>(); // of the control thread
        final List<Ended> ended = new ArrayList<>();

        @Nullable
        SavedWorkers from; // until its messages are sent again

        Process(int number, WorkerTable table) {
            this.number = number;
            this.table = table;
        }
    }

    /** The state of a worker. */
    private static final class Counts {
        final TreeMap<Long, Long> sent = new TreeMap<>();
        final TreeMap<Long, Long> got = new TreeMap<>();
        long worker;
        int started;

        static Counts of(Slot slot) {
            Object state = slot.state();
            if (state instanceof Counts counts) {
                return counts;
            }
            Counts counts = state == null ? new Counts() : of((byte[]) state);
            counts.worker = slot.worker();
            slot.state(counts);
            return counts;
        }

        static Counts of(byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            Counts counts = new Counts();
            counts.worker = in.getLong();
            counts.started = in.getInt();
            for (Map<Long, Long> map : List.of(counts.sent, counts.got)) {
                for (int left = in.getInt(); left > 0; left--) {
                    map.put(in.getLong(), in.getLong());
                }
            }
            return counts;
        }

        byte[] bytes() {
            ByteBuffer out = ByteBuffer.allocate(8 + 4 + 4 + 4 + 16 * (sent.size() + got.size()));
            out.putLong(worker).putInt(started);
            for (Map<Long, Long> map : List.of(sent, got)) {
                out.putInt(map.size());
                map.forEach((other, count) -> out.putLong(other).putLong(count));
            }
            return out.array();
        }

        long next(long to) {
            return sent.merge(to, 1L, Long::sum) - 1;
        }

        static byte @Nullable [] encoded(Slot slot) {
            return slot.state() == null ? null : of(slot).bytes();
        }
    }

    CutWorld(RandomGenerator chance, int count) {
        super(chance, DECLARED, false, count);
        this.cuts = new CutRounds(count);
        this.slow = List.of(chance.nextInt(count), chance.nextInt(count));
        begin(count, new Directory(declarations));
        Slot beginning = processes.get(0).table.beginning();
        for (long worker = 0; worker < DECLARED; worker++) {
            for (long number = 0; number < 2; number++) {
                send(processes.get(0), beginning, worker, number, HOPS, WorkerTask.NONE);
            }
        }
    }

    private void begin(int count, Directory directory) {
        add(count, directory);
        for (int number = 0; number < count; number++) {
            processes.add(new Process(number, tables.get(number)));
        }
    }

    int cuts() {
        return cutsMade;
    }

    int kills() {
        return kills;
    }

    /** Runs the simulation to the end; throws an exception if anything is wrong. */
    void play() {
        for (long step = 0; !done; step++) {
            if (step == MOST_STEPS) {
                throw new IllegalStateException("stuck: " + undone());
            }
            now += STEP_NANOS;
            switch (chance.nextInt(16)) {
                case 0, 1, 2, 3 -> deliver();
                case 4, 5 -> take();
                case 6, 7, 8 -> goOn();
                case 9 -> move();
                case 10, 11, 12 -> control(processes.get(chance.nextInt(processes.size())));
                case 13 -> keep(processes.get(chance.nextInt(processes.size())));
                case 14 -> lead();
                default -> {
                    if (kills < MOST_KILLS && !complete.isEmpty() && chance.nextInt(100) == 0) {
                        kill();
                    }
                }
            }
        }
        requireAllDone();
    }

    /** Lets threads that run workers do something within a call of the table, as they may at any moment. */
    @Override
    void becameRunnable() {
        if (!beside && chance.nextInt(4) == 0) {
            beside = true;
            for (int steps = 1 + chance.nextInt(6); steps > 0; steps--) {
                switch (chance.nextInt(3)) {
                    case 0 -> take();
                    case 1 -> goOn();
                    default -> move();
                }
            }
            beside = false;
        }
    }

    private void deliver() {
        List<Integer> way = drawnWay();
        if (way == null) {
            return;
        }
        if (way.equals(slow) && chance.nextInt(SLOW_TIMES) > 0) {
            return;
        }
        Object message = channel(way.get(0), way.get(1)).remove();
        Process process = processes.get(way.get(1));
        if (message instanceof WorkerMessage between) {
            process.table.arrived(between);
        } else {
            process.inbox.add((RoundMessage) message);
        }
    }

    // --- control threads ------------------------------------------------------------------------------------------

    private void control(Process process) {
        SavedWorkers from = process.from;
        if (from != null) {
            process.from = null;
            process.table.sendAnew(from);
            return;
        }
        RoundMessage message = process.inbox.poll();
        if (message instanceof RoundMessage.WaveAsked asked) {
            process.table.closing(asked.closing());
            process.table.still(asked.still());
            tellRoot(process, process.table.wave(asked.number()));
        } else if (message instanceof RoundMessage.WaveTold told) {
            tellAll(rounds.told(told, now));
        } else if (message instanceof RoundMessage.WaitsAsked asked) {
            tellRoot(
                    process,
                    new RoundMessage.WaitsTold(
                            asked.number(), process.number, waits(process.number), process.table.leftOver()));
        } else if (message instanceof RoundMessage.WaitsTold told) {
            tellAll(rounds.waits(told, now));
        } else if (message instanceof RoundMessage.CutAsked asked) {
            process.table.cut().begin(asked.cut());
            tellRoot(process, process.table.cut().stands(asked.number()));
        } else if (message instanceof RoundMessage.CutTold told) {
            tellAll(cuts.told(told, now));
        } else if (message instanceof RoundMessage.CutComplete its) {
            complete(process, its);
        } else if (message instanceof RoundMessage.AllDone) {
            done = true;
        } else if (message instanceof RoundMessage.Stuck stuck) {
            throw new IllegalStateException("found stuck, and is not: " + stuck.why());
        }
    }

    private void tellRoot(Process process, RoundMessage message) {
        if (process.number == 0) {
            process.inbox.add(message);
        } else {
            channel(process.number, 0).add(message);
        }
    }

    private void tellAll(@Nullable RoundMessage message) {
        if (message == null) {
            return;
        }
        for (Process process : processes) {
            if (process.number == 0) {
                process.inbox.add(message);
            } else {
                channel(0, process.number).add(message);
            }
        }
    }

    /** Lets process 0 begin a cut or a wave, unless it has yet to do something for the last one. */
    private void lead() {
        if (processes.get(0).from != null) {
            return;
        }
        boolean mayBegin = processes.get(0).inbox.stream().noneMatch(RoundMessage.CutComplete.class::isInstance);
        if (mayBegin && chance.nextInt(4) == 0) {
            cuts.begin(now);
        }
        tellAll(cuts.tick(now));
        tellAll(rounds.tick(processes.get(0).table.isIdle(), now));
    }

    private void keep(Process process) {
        if (process.from == null) {
            process.table.cut().keepSome(Counts::encoded, () -> chance.nextInt(4) > 0);
        }
    }

    private void complete(Process process, RoundMessage.CutComplete its) {
        if (!its.good()) {
            process.table.cut().drop(its.cut());
            return;
        }
        List<byte[]> ended = process.ended.stream()
                .filter(each -> each.cut() < its.cut())
                .map(Ended::state)
                .toList();
        Part part = new Part(process.number, process.table.cut().take(its.cut()), ended);
        List<Part> all = parts.computeIfAbsent(its.cut(), any -> new ArrayList<>());
        all.add(part);
        if (all.size() == processes.size()) {
            cutsMade++;
            complete = all;
        }
    }

    // --- threads that run workers ---------------------------------------------------------------------------------

    /** Lets a random thread continue with its worker for a while, or end the worker's turn. */
    private void goOn() {
        if (running.isEmpty()) {
            return;
        }
        Held held = running.remove(chance.nextInt(running.size()));
        WorkerTable table = tables.get(held.process());
        Slot slot = held.slot();
        if (slot.isLeaving() && table.mayGoOn(slot)) {
            table.depart(slot, () -> Counts.encoded(slot));
            return;
        }
        table.cut().keepIfBehind(slot, () -> Counts.encoded(slot));
        WorkerTask task = !table.mayGoOn(slot) || chance.nextInt(4) == 0 ? null : slot.poll();
        if (task == null) {
            table.release(slot);
            return;
        }
        handle(held, task);
        if (slot.isEnding()) {
            processes.get(held.process()).ended.add(new Ended(Counts.of(slot).bytes(), slot.cut()));
            table.ended(slot);
        } else if (!isAsking(held)) {
            running.add(held);
        }
    }

    private void handle(Held held, WorkerTask task) {
        WorkerTable table = tables.get(held.process());
        Slot slot = held.slot();
        Counts counts = Counts.of(slot);
        ByteBuffer body = ByteBuffer.wrap(task.body().bytes());
        long number = body.getLong();
        int hops = body.getInt();
        long due = counts.got.merge(task.from(), 1L, Long::sum) - 1;
        if (number != due) {
            throw new IllegalStateException("worker " + slot.worker() + ": expected number " + due + " of worker "
                    + task.from() + ", found " + number);
        }
        if (task.isRequest()) {
            table.answer(task.asker(), new WorkerMessage.Answer(task.ask(), false, slot.cut(), new byte[] {1}));
        }
        for (int more = hops > 0 ? chance.nextInt(3) : 0; more > 0; more--) {
            long to = 2 + chance.nextLong(DECLARED - 2);
            send(processes.get(held.process()), slot, to, counts.next(to), hops - 1, WorkerTask.NONE);
        }
        if (slot.worker() > 1 && slot.worker() < DECLARED && counts.started < MOST_STARTED && chance.nextInt(8) == 0) {
            long child = 100 * slot.worker() + counts.started++;
            table.start(slot, child, WorkerRule.MOVES, chance.nextInt(processes.size()));
            send(processes.get(held.process()), slot, child, counts.next(child), 1, WorkerTask.NONE);
            send(processes.get(held.process()), slot, child, counts.next(child), 1, WorkerTask.NONE);
        }
        if ((slot.worker() < 2 || slot.worker() >= DECLARED) && number == 1) {
            slot.end(); // nobody else sends to it
        }
    }

    /**
     * Sometimes lets the handler ask another worker and wait for the answer. A worker asks only workers with larger
     * numbers, so there are no circles.
     *
     * @return whether the handler waits now
     */
    private boolean isAsking(Held held) {
        Slot slot = held.slot();
        long to = 2 + chance.nextLong(DECLARED - 2);
        boolean awaited = slot.worker() < 2; // other workers begin after their end
        if (awaited || to <= slot.worker() || chance.nextInt(40) > 0) {
            return false;
        }
        send(processes.get(held.process()), slot, to, Counts.of(slot).next(to), 0, ask(held));
        return true;
    }

    @Override
    void goesOn(Held waited, WorkerMessage.Answer answer) {
        if (answer.cut() > waited.slot().cut()) {
            tables.get(waited.process()).spoilCut();
        }
    }

    private static void send(Process process, Slot slot, long to, long number, int hops, long ask) {
        byte[] body = ByteBuffer.allocate(12).putLong(number).putInt(hops).array();
        process.table.send(slot, to, new WorkerTask(slot.worker(), WorkerTask.NONE, ask, process.number, () -> body));
    }

    private void move() {
        Process process = processes.get(chance.nextInt(processes.size()));
        List<Long> here = new ArrayList<>();
        process.table.forEach(slot -> here.add(slot.worker()));
        if (!here.isEmpty() && moves < MOST_MOVES) {
            moves++;
            here.sort(null);
            process.table.move(here.get(chance.nextInt(here.size())), chance.nextInt(processes.size()));
        }
    }

    // --- ends -----------------------------------------------------------------------------------------------------

    /** Ends all processes, and lets others begin from the last cut that all have saved. */
    private void kill() {
        kills++;
        List<Part> from = new ArrayList<>(complete);
        from.sort((left, right) -> Integer.compare(left.process(), right.process()));
        List<SavedWorkers> saved = from.stream()
                .map(part -> (SavedWorkers) WorkerWire.decode(WorkerWire.encode(part.workers())))
                .toList();
        int count = chance.nextBoolean() ? processes.size() : 1 + chance.nextInt(4);
        if (count == processes.size()) {
            Map<Long, WorkerPlace> all = new HashMap<>();
            for (SavedWorkers one : saved) {
                one.ownPlaces(places)
                        .forEach((worker, place) ->
                                all.merge(worker, place, (here, there) -> here.isEnd() ? there : here));
            }
            saved = saved.stream().map(one -> one.knowing(all)).toList();
        } else {
            places = new InitialPlaces(declarations, powers(count));
            saved = SavedWorkers.dealt(saved, places, count);
        }
        processes.clear();
        endAll();
        parts.clear();
        complete = List.of();
        moves = 0;
        begin(count, new Directory(saved.get(0).directory()));
        beside = true; // threads run once all is restored
        for (Process process : processes) {
            process.from = saved.get(process.number);
            process.table.restore(saved.get(process.number));
        }
        beside = false;
        from.forEach(part ->
                part.ended().forEach(state -> processes.get(0).ended.add(new Ended(state, WorkerMessage.NO_CUT))));
        rounds = new QuietRounds(count, now);
        cuts = new CutRounds(count);
        slow = List.of(chance.nextInt(count), chance.nextInt(count));
    }

    private void requireAllDone() {
        if (!isIdle()) {
            throw new IllegalStateException("the rounds said that all is done, found undone " + undone());
        }
        List<Counts> all = new ArrayList<>();
        for (Process process : processes) {
            process.table.forEach(slot -> all.add(Counts.of(slot)));
            process.ended.forEach(each -> all.add(Counts.of(each.state())));
        }
        Map<Long, Counts> byWorker = new TreeMap<>();
        for (Counts counts : all) {
            if (byWorker.put(counts.worker, counts) != null) {
                throw new IllegalStateException("worker " + counts.worker + " is at two places");
            }
        }
        for (Counts counts : all) {
            counts.sent.forEach((to, sent) -> {
                Counts receiver = byWorker.get(to);
                Long got = receiver == null ? null : receiver.got.get(counts.worker);
                if (!sent.equals(got)) {
                    throw new IllegalStateException("worker " + to + ": expected " + sent + " tasks of worker "
                            + counts.worker + ", found " + got);
                }
            });
        }
        for (long worker = 0; worker < DECLARED; worker++) {
            Counts counts = byWorker.get(worker);
            if (counts == null || counts.got.getOrDefault(WorkerTask.BEGIN, 0L) != 2) {
                throw new IllegalStateException("worker " + worker + ": expected two tasks of begin, found "
                        + (counts == null ? "no worker" : counts.got));
            }
        }
    }
}
