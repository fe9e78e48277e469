package org.moide.commlib.collective;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.Board.Contribution;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.registration.Registration;

/**
 * The collectives of {@link org.moide.commlib.CommLib} for one compute thread. The threads of the engine meet; the
 * last thread to come acts for the engine: it communicates with the other engines. Then all threads take the result.
 * The acting thread alone handles short data, in one meeting. Of long data, each thread combines or copies its own
 * share.
 *
 * <p><b>Threads.</b> An instance belongs to its compute thread; the {@link Board} holds what threads share. A thread
 * writes into another thread's arrays only while it acts and that thread waits.
 */
public final class Collectives {
    static final Slice NONE = Slice.of(new byte[0]);
    /** The result of a collective whose data is only in the threads' own arrays. */
    private static final String IN_PLACE = "in place";

    private static final long BARRIER = Description.of(Operation.BARRIER).pack();
    private static final long REMOTE_BARRIER =
            Description.of(Operation.REMOTE_BARRIER).pack();

    final Registration registration;
    final int engine;
    final Board board;
    final int thread;
    final EngineLink link;
    private final Waiter waiter;
    private final Tuning tuning;
    private final long profile;
    private final Meetings meetings;
    private final ThreadReduce threads;

    /**
     * Creates the collectives of one thread.
     *
     * @param engine this engine's number
     * @param board the object that this engine's threads share
     * @param thread the thread's index
     * @param link the link to the other engines, for when this thread acts
     * @param waiter the thread's waiter, on the signal of the board's team
     * @param tuning the same at all engines
     */
    public Collectives(
            Registration registration,
            int engine,
            Board board,
            int thread,
            EngineLink link,
            Waiter waiter,
            Tuning tuning) {
        this.waiter = waiter;
        this.tuning = tuning;
        this.profile = tuning.print().hashCode();
        this.registration = registration;
        this.engine = engine;
        this.board = board;
        this.thread = thread;
        this.link = link;
        this.meetings = new Meetings(engine, board, thread, link, waiter);
        this.threads = new ThreadReduce(board, thread, meetings);
    }

    /**
     * Returns collectives of the same thread on the same board, with another profile, which selects the algorithms. The
     * thread may use both, if all IDs call them in the same order.
     */
    public Collectives with(Tuning other) {
        return new Collectives(registration, engine, board, thread, link, waiter, other);
    }

    public void barrier() {
        meetings.assemble(Operation.BARRIER, BARRIER);
    }

    public void remoteBarrier() {
        if (isAlone()) {
            meetings.assemble(Operation.REMOTE_BARRIER, REMOTE_BARRIER);
            return;
        }
        Description description = Description.of(Operation.REMOTE_BARRIER);
        meet(description, () -> agreeOnHistory(stage(description)));
    }

    /**
     * Checks, in a remoteBarrier, that all IDs have called the same collectives before. An ID that only sends in a
     * collective does not notice that other IDs called a different one, for example with another root; this check finds
     * it.
     */
    private void agreeOnHistory(Stage stage) {
        long history = board.history() ^ profile;
        long[] both = {history, ~history};
        new AllReduce(stage).join(Slice.of(both), Reduction.MAXIMUM);
        if (both[0] != ~both[1]) {
            throw new IllegalArgumentException("expected that all IDs have called the same collectives before,"
                    + " in the same order with the same roots and lengths, on engines with the same profile,"
                    + " found that they have not");
        }
    }

    public void broadcast(int root, Slice data) {
        int rootEngine = engineOf(root, Operation.BROADCAST);
        Description description = Description.of(Operation.BROADCAST, root, data);
        begin(description, data, NONE, null);
        boolean serial = isSerial(data);
        meet(description, () -> {
            Slice source =
                    rootEngine == engine ? board.of(root - board.firstId()).first() : data;
            new Branches(stage(description), rootEngine).broadcast(source);
            share(source, serial);
        });
        takeShared(description, data, serial);
    }

    public <T extends Serializable> T broadcast(int root, T value) {
        int rootEngine = engineOf(root, Operation.BROADCAST_OBJECT);
        Description description = Description.of(Operation.BROADCAST_OBJECT, root);
        begin(description, NONE, NONE, id() == root ? Objects.requireNonNull(value, "value") : null);
        meet(description, () -> board.conclude(broadcastObject(description, root, rootEngine)));
        @SuppressWarnings("unchecked") // root's value, which every ID receives as a T
        T result = (T) board.take();
        board.forget(thread);
        return result;
    }

    private Object broadcastObject(Description description, int root, int rootEngine) {
        Branches branches = new Branches(stage(description), rootEngine);
        if (rootEngine != engine) {
            return link.decode(branches.broadcastBytes(new byte[0]));
        }
        Object value = valueOf(root - board.firstId());
        if (registration.engines().size() > 1) {
            branches.broadcastBytes(link.encode(value));
        }
        return value;
    }

    public void scatter(int root, Slice all, Slice part) {
        int rootEngine = engineOf(root, Operation.SCATTER);
        Description description = Description.of(Operation.SCATTER, root, part.type());
        begin(description, checkRoot(description, root, all, part), part, null);
        meet(description, () -> {
            Slice source =
                    rootEngine == engine ? board.of(root - board.firstId()).first() : NONE;
            Slice block =
                    new Branches(stage(description), rootEngine).scatter(part.type(), board.blockLength(), source);
            int at = 0;
            for (int other = 0; other < board.threads(); other++) {
                Slice target = board.of(other).second();
                Slices.copy(block.part(at, target.length()), target);
                at += target.length();
            }
        });
        board.forget(thread);
    }

    public void gather(int root, Slice part, Slice all) {
        int rootEngine = engineOf(root, Operation.GATHER);
        Description description = Description.of(Operation.GATHER, root, part.type());
        begin(description, checkRoot(description, root, all, part), part, null);
        meet(description, () -> {
            Slice target =
                    rootEngine == engine ? board.of(root - board.firstId()).first() : NONE;
            new Branches(stage(description), rootEngine)
                    .gather(part.type(), board.blockLength(), board::copyBlock, target);
        });
        board.forget(thread);
    }

    public void allGather(Slice part, Slice all) {
        if (part.type() != all.type()) {
            throw new IllegalArgumentException("allGather at ID " + id() + ": expected parts of the type of the whole, "
                    + all.type() + ", found " + part.type());
        }
        Description description = Description.of(Operation.ALL_GATHER, -1, all);
        begin(description, all, part, null);
        boolean serial = isSerial(all);
        if (!serial && isAlone()) {
            gatherAlone(description, all);
            return;
        }
        meet(description, () -> {
            gatherAmongEngines(stage(description), all);
            share(all, serial);
        });
        takeShared(description, all, serial);
    }

    private void gatherAmongEngines(Stage stage, Slice all) {
        AllGather gather = new AllGather(stage);
        Hall hall = all.bytes() <= Hall.MOST_BYTES ? stage.hall() : null;
        if (hall != null) {
            gather.inHall(hall, board.block(all.type()), all);
            return;
        }
        int[] starts = gather.blockStarts(board.blockLength(), all.length());
        board.copyBlock(all.part(starts[engine], starts[engine + 1] - starts[engine]));
        gather.gather(all, starts);
    }

    /** Gathers on a single engine: all threads copy at the same time, each from the parts of all threads. */
    private void gatherAlone(Description description, Slice all) {
        meet(description, () -> new AllGather(stage(description)).blockStarts(board.blockLength(), all.length()));
        try {
            board.copyBlock(all);
        } finally {
            meetings.meetFirmly();
        }
        board.forget(thread);
    }

    public <T extends Serializable> List<T> allGather(T value) {
        Description description = Description.of(Operation.ALL_GATHER_OBJECTS);
        begin(description, NONE, NONE, Objects.requireNonNull(value, "value"));
        meet(description, () -> board.conclude(allGatherObjects(description)));
        @SuppressWarnings("unchecked") // every ID gives a T
        List<T> result = (List<T>) board.take();
        board.forget(thread);
        return result;
    }

    private List<Object> allGatherObjects(Description description) {
        Object[] own = new Object[board.threads()];
        for (int other = 0; other < own.length; other++) {
            own[other] = valueOf(other);
        }
        int engines = registration.engines().size();
        Object[] all = new Object[registration.count()];
        if (engines > 1) {
            byte[][] blocks = new byte[engines][];
            blocks[engine] = link.encode(own);
            new AllGather(stage(description)).gatherBytes(blocks);
            for (Registration.Member member : registration.engines()) {
                if (member.engine() != engine) {
                    Object[] theirs = (Object[]) link.decode(blocks[member.engine()]);
                    System.arraycopy(theirs, 0, all, member.firstId(), member.threads());
                }
            }
        }
        System.arraycopy(own, 0, all, board.firstId(), own.length);
        return Collections.unmodifiableList(Arrays.asList(all));
    }

    public void allReduce(Slice data, Reduction reduction) {
        Description description = Description.of(data, reduction);
        boolean serial = data.bytes() * board.threads() <= tuning.threadShareBytes();
        if (serial && isAlone()) {
            threads.joinShort(description.pack(), data, reduction);
            return;
        }
        begin(description, data, NONE, null);
        int length = data.length();
        if (board.threads() == 1) {
            meet(description, () -> new AllReduce(stage(description)).join(data, reduction));
            board.forget(thread);
            return;
        }
        if (serial) {
            meet(description, () -> {
                Slice joined = board.scratch(data.type(), length);
                joinThreads(joined, 0, length, reduction);
                new AllReduce(stage(description)).join(joined, reduction);
                board.conclude(joined);
            });
        } else {
            meet(description, () -> board.conclude(inPlace() ? IN_PLACE : board.scratch(data.type(), length)));
            if (!(board.take() instanceof Slice joined)) {
                threads.joinShare(data, reduction);
                board.forget(thread);
                return;
            }
            int from = board.share(length, thread);
            joinThreads(joined, from, board.share(length, thread + 1) - from, reduction);
            meet(description, () -> {
                new AllReduce(stage(description)).join(joined, reduction);
                board.conclude(joined);
            });
        }
        Slices.copy((Slice) board.take(), data);
        board.forget(thread);
    }

    private boolean isAlone() {
        return registration.engines().size() == 1;
    }

    private boolean inPlace() {
        return isAlone() && threads.areApart();
    }

    /** Combines a range of all threads' data, in the order of threads. */
    private void joinThreads(Slice joined, int from, int length, Reduction reduction) {
        Slice target = joined.part(from, length);
        Slices.copy(board.of(0).first().part(from, length), target);
        for (int other = 1; other < board.threads(); other++) {
            Reducer.join(target, board.of(other).first().part(from, length), reduction);
        }
    }

    public <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator) {
        Description description = Description.of(Operation.ALL_REDUCE_OBJECTS);
        begin(description, NONE, NONE, Objects.requireNonNull(value, "value"));
        meet(description, () -> {
            @SuppressWarnings("unchecked") // every ID gives a T
            BinaryOperator<Object> join = (BinaryOperator<Object>) (BinaryOperator<?>) operator;
            Object joined = valueOf(0);
            for (int other = 1; other < board.threads(); other++) {
                joined = join.apply(joined, valueOf(other));
            }
            board.conclude(new AllReduce(stage(description)).joinObjects(joined, join));
        });
        @SuppressWarnings("unchecked") // the combination of T values
        T result = (T) board.take();
        board.forget(thread);
        return result;
    }

    // --- shared by all collectives ----------------------------------------------------------------------------------

    int id() {
        return board.firstId() + thread;
    }

    int engineOf(int root, Operation operation) {
        if (root < 0 || root >= registration.count()) {
            throw new IllegalArgumentException(operation.callName() + " at ID " + id() + ": expected a root from 0 to "
                    + (registration.count() - 1) + ", found " + root);
        }
        return registration.memberOf(root).engine();
    }

    private Slice checkRoot(Description description, int root, Slice all, Slice part) {
        if (id() != root) {
            return NONE;
        }
        if (all.type() != part.type()) {
            throw new IllegalArgumentException(description + " at ID " + id()
                    + ": expected parts of the type of the whole, " + all.type() + ", found " + part.type());
        }
        return all;
    }

    private boolean isSerial(Slice data) {
        return data.bytes() <= tuning.threadShareBytes();
    }

    Stage stage(Description description) {
        board.addToHistory(description);
        return new Stage(link, engine, registration, description, tuning, board.door());
    }

    void begin(Description description, Slice first, Slice second, @Nullable Object value) {
        board.bring(thread, new Contribution(description, first, second, value));
    }

    Object valueOf(int other) {
        return Objects.requireNonNull(board.of(other).value(), "value");
    }

    /**
     * Copies {@code source} to all threads' slices if it is short; otherwise publishes it, and each thread copies it.
     * Called by the thread that acts for the engine.
     */
    private void share(Slice source, boolean serial) {
        if (!serial) {
            board.conclude(source);
            return;
        }
        for (int other = 0; other < board.threads(); other++) {
            Slices.copy(source, board.of(other).first());
        }
    }

    /**
     * Completes {@link #share(Slice, boolean)}: copies long data to {@code target}, and waits until all threads have
     * copied it.
     */
    private void takeShared(Description description, Slice target, boolean serial) {
        if (!serial) {
            Slices.copy((Slice) board.take(), target);
            meet(description, () -> {});
        }
        board.forget(thread);
    }

    void meet(Description description, Runnable action) {
        meetings.act(description, action);
    }
}
