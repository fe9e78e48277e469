package org.moide.commlib.collective;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * The collectives of {@link org.moide.commlib.CommLib} whose result differs between IDs: reduce, scan and allToAll.
 * Each takes one meeting; the thread that comes last does the work of its engine.
 *
 * <p><b>Threads.</b> An instance belongs to its compute thread and uses the {@link Board} of its {@link Collectives}.
 */
public final class PersonalCollectives {
    private final Collectives common;
    private final Board board;

    public PersonalCollectives(Collectives common) {
        this.common = common;
        this.board = common.board;
    }

    public void reduce(int root, Slice data, Reduction reduction) {
        int rootEngine = common.engineOf(root, Operation.REDUCE);
        Description description = Description.of(Operation.REDUCE, root, data, reduction);
        common.begin(description, data, Collectives.NONE, null);
        common.meet(description, () -> {
            Slice joined = joinThreads(data, reduction);
            new Partial(common.stage(description)).reduce(rootEngine, joined, reduction);
            if (rootEngine == common.engine) {
                Slices.copy(joined, board.of(root - board.firstId()).first());
            }
        });
        board.forget(common.thread);
    }

    public void scan(Slice data, Reduction reduction) {
        Description description = Description.of(Operation.SCAN, -1, data, reduction);
        common.begin(description, data, Collectives.NONE, null);
        common.meet(description, () -> {
            Slice joined = joinThreads(data, reduction);
            Slice before = new Partial(common.stage(description)).before(joined, reduction);
            for (int other = 0; other < board.threads(); other++) {
                Slice theirs = board.of(other).first();
                if (before != null) {
                    Reducer.join(theirs, before, reduction);
                }
                before = theirs;
            }
        });
        board.forget(common.thread);
    }

    /**
     * Combines the data of all threads of this engine in their order, in the board's working space.
     *
     * @param like a slice of the same type and length
     */
    private Slice joinThreads(Slice like, Reduction reduction) {
        Slice joined = board.scratch(like.type(), like.length());
        Slices.copy(board.of(0).first(), joined);
        for (int other = 1; other < board.threads(); other++) {
            Reducer.join(joined, board.of(other).first(), reduction);
        }
        return joined;
    }

    public <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator) {
        int rootEngine = common.engineOf(root, Operation.REDUCE_OBJECTS);
        Description description = Description.of(Operation.REDUCE_OBJECTS, root);
        common.begin(description, Collectives.NONE, Collectives.NONE, Objects.requireNonNull(value, "value"));
        BinaryOperator<Object> join = ofObjects(operator);
        common.meet(description, () -> {
            Object joined = common.valueOf(0);
            for (int other = 1; other < board.threads(); other++) {
                joined = join.apply(joined, common.valueOf(other));
            }
            board.conclude(new Partial(common.stage(description)).reduceObjects(rootEngine, joined, join));
        });
        Object joined = board.take();
        board.forget(common.thread);
        @SuppressWarnings("unchecked") // the combination of T values
        T result = common.id() == root ? (T) joined : value;
        return result;
    }

    public <T extends Serializable> T scan(T value, BinaryOperator<T> operator) {
        Description description = Description.of(Operation.SCAN_OBJECTS);
        common.begin(description, Collectives.NONE, Collectives.NONE, Objects.requireNonNull(value, "value"));
        BinaryOperator<Object> join = ofObjects(operator);
        common.meet(description, () -> board.conclude(scanObjects(description, join)));
        Object[] prefixes = (Object[]) board.take();
        board.forget(common.thread);
        @SuppressWarnings("unchecked") // the combination of T values
        T result = (T) prefixes[common.thread];
        return result;
    }

    private Object[] scanObjects(Description description, BinaryOperator<Object> join) {
        Object[] prefixes = new Object[board.threads()];
        prefixes[0] = common.valueOf(0);
        for (int other = 1; other < prefixes.length; other++) {
            prefixes[other] = join.apply(prefixes[other - 1], common.valueOf(other));
        }
        Object before = new Partial(common.stage(description)).beforeObjects(prefixes[prefixes.length - 1], join);
        if (before != null) {
            Arrays.setAll(prefixes, other -> join.apply(before, prefixes[other]));
        }
        return prefixes;
    }

    @SuppressWarnings("unchecked") // every ID gives a T
    private static BinaryOperator<Object> ofObjects(BinaryOperator<?> operator) {
        return (BinaryOperator<Object>) operator;
    }

    public void allToAll(Slice out, Slice in) {
        int ids = common.registration.count();
        Description description = Description.of(Operation.ALL_TO_ALL, -1, out);
        common.begin(description, out, in, AllToAll.Cut.equal(ids, out.length()));
        String problem = out.length() % ids == 0 ? null : "expected a multiple of " + ids + " elements";
        run(description, out, in, problem, true);
    }

    /** Sends {@code outCounts[i]} elements to ID i and receives {@code inCounts[i]} elements from it, for every i. */
    public void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts) {
        Description description = Description.of(Operation.ALL_TO_ALL_UNEQUAL, -1, out.type());
        AllToAll.Cut cut = AllToAll.Cut.of(outCounts, inCounts);
        common.begin(description, out, in, cut);
        int ids = common.registration.count();
        String problem = null;
        if (outCounts.length != ids || inCounts.length != ids) {
            problem = "expected " + ids + " counts, found " + outCounts.length + " out and " + inCounts.length + " in";
        } else if (isAnyNegative(outCounts) || isAnyNegative(inCounts)) {
            problem = "expected counts from 0 on, found " + Arrays.toString(outCounts) + " out and "
                    + Arrays.toString(inCounts) + " in";
        } else if (cut.outLength() > out.length() || cut.inLength() > in.length()) {
            problem = "expected slices of at least " + cut.outLength() + " out and " + cut.inLength() + " in, found "
                    + out.length() + " and " + in.length();
        }
        run(description, out, in, problem, false);
    }

    private static boolean isAnyNegative(int[] counts) {
        return Arrays.stream(counts).anyMatch(count -> count < 0);
    }

    private void run(Description description, Slice out, Slice in, @Nullable String problem, boolean equal) {
        String wrong = problem;
        if (wrong == null && (out.type() != in.type() || (equal && out.length() != in.length()))) {
            wrong = "expected as many out as in, of one type, found " + out.length() + " of " + out.type() + " out and "
                    + in.length() + " of " + in.type() + " in";
        }
        if (wrong != null) {
            String text = description + " at ID " + common.id() + ": " + wrong;
            common.link.breakAll(true, text);
            throw new IllegalArgumentException(text);
        }
        common.meet(
                description,
                () -> new AllToAll(common.stage(description), common.registration, board, equal).run(out.type()));
        board.forget(common.thread);
    }
}
