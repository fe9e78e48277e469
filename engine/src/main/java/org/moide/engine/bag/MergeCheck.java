package org.moide.engine.bag;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.TaskApplication;

/**
 * Checks by samples whether an application's {@code merge} is commutative and associative, and whether {@code identity}
 * is its neutral element ({@code --verify-merge}). From time to time it takes copies of three results, merges them in
 * different orders, and compares the outcomes by the application's {@code equivalent}. Used by one thread.
 */
public final class MergeCheck<T extends Serializable, R extends Serializable> {
    /**
     * The number of first triples of results without pauses between them: each result belongs to one of these triples.
     * Later triples are ever farther apart, to limit the cost.
     */
    private static final long FIRST_TRIPLES = 16;

    /** Longest text of a result in an error message, in characters. */
    private static final int MOST_TEXT = 160;

    private final TaskApplication<T, R> application;
    private final ObjectCodec codec;
    private byte @Nullable [] first;
    private byte @Nullable [] second;
    private long seen;
    private long nextTriple;
    private long triples;

    /**
     * Creates a check of this application's {@code merge}.
     *
     * @param codec copies the results
     */
    public MergeCheck(TaskApplication<T, R> application, ObjectCodec codec) {
        this.application = application;
        this.codec = codec;
    }

    /**
     * Takes a result that is about to be merged, and now and then uses it as one of the three of a sample. Does not
     * change the result.
     *
     * @throws IllegalStateException if the order of merging makes a difference; the message has both values
     */
    public void sample(R result) {
        if (seen++ < nextTriple) {
            return;
        }
        byte[] bytes = codec.encode(result);
        if (first == null) {
            first = bytes;
            compare(
                    "merge changes what it merges with identity()",
                    "merge(identity(), a)",
                    application.merge(application.identity(), value(bytes)),
                    "a",
                    value(bytes),
                    bytes,
                    null,
                    null);
        } else if (second == null) {
            second = bytes;
            compare(
                    "merge is not commutative",
                    "merge(a, b)",
                    merged(first, second),
                    "merge(b, a)",
                    merged(second, first),
                    first,
                    second,
                    null);
        } else {
            R left = application.merge(merged(first, second), value(bytes));
            R right = application.merge(value(first), merged(second, bytes));
            compare(
                    "merge is not associative",
                    "merge(merge(a, b), c)",
                    left,
                    "merge(a, merge(b, c))",
                    right,
                    first,
                    second,
                    bytes);
            first = null;
            second = null;
            triples++;
            nextTriple = triples <= FIRST_TRIPLES ? seen : 2 * seen;
        }
    }

    private R merged(byte[] left, byte[] right) {
        return application.merge(value(left), value(right));
    }

    // The bytes come from a result of this application, so they decode to the type R.
    @SuppressWarnings("unchecked")
    private R value(byte[] bytes) {
        return (R) Objects.requireNonNull(codec.decode(bytes), "a result");
    }

    private void compare(
            String what,
            String leftName,
            R left,
            String rightName,
            R right,
            byte[] a,
            byte @Nullable [] b,
            byte @Nullable [] c) {
        if (application.equivalent(left, right)) {
            return;
        }
        throw new IllegalStateException("--verify-merge: " + what + ": " + leftName + " = " + text(left) + ", "
                + rightName
                + " = " + text(right) + ", with a = " + text(value(a)) + (b == null ? "" : ", b = " + text(value(b)))
                + (c == null ? "" : ", c = " + text(value(c)))
                + "; results are merged in any order, so these must be equivalent (TaskApplication.equivalent)");
    }

    private static String text(Object value) {
        String text = value.getClass().isArray() ? Arrays.deepToString(new Object[] {value}) : String.valueOf(value);
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "...";
    }
}
