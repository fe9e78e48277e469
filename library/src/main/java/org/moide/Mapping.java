package org.moide;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.engine.executor.IntRange;
import org.moide.engine.executor.MapPart;

/**
 * The results of a function over many values, in their order. Values are sent in parts: one value each at first, and as
 * many as take about a millisecond once it is known how long one takes, which an earlier mapping may have found. As many
 * parts are under way as keep all engines busy; the next value is taken when there is room for it. Used by one thread.
 *
 * <p>What is merged, on engines, comes in fewer parts if earlier values took about the same time each: in batches of a
 * part for each thread, which together have three quarters of what is left. A call costs some milliseconds of the
 * processors' time where these are busy, mostly for threads that wake for each other; and the last parts are small, so
 * that all threads end at the same time. The results of a map come one by one, so its parts stay small.
 */
final class Mapping implements Iterator<Object>, AutoCloseable {
    private static final int MOST_PARTS = 512;
    private static final int MOST_VALUES = 65_536;
    private static final int MOST_IN_PART = 1_024;

    /** A part is a call: worth its cost, and small beside what it takes to see that an engine has too much to do. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The most time of a larger part: so much is done again if an engine is lost. */
    private static final long MOST_PART_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The part of what is left that a batch has if all values take the same time; less if they do not. */
    private static final double BATCH = 0.75;

    /** The weight of a new time beside those before it. */
    private static final double WEIGHT = 0.1;

    private final Submit submit;
    private final Function<Object, Object> function;
    private final @Nullable BinaryOperator<Object> operator;
    private final Values values;
    private final Pace pace;
    private final Deque<Part> underWay = new ArrayDeque<>();
    private Iterator<Object> ready = List.of().iterator();
    private @Nullable Throwable thrown; // after what is ready
    private int valuesUnderWay;
    private int partValues;
    private int batchValues; // of each part of the batch
    private int batchParts; // that are left of it

    /** The way to the engines: makes one call of a part, whose future has the results of the part's values. */
    interface Submit {
        Future<MapPart.Results> submit(MapPart part);
    }

    /** The values to which the function was not applied yet. Used by one thread. */
    interface Values {
        boolean hasNext();

        /** Returns how many there are; 0 if that is not known. */
        long left();

        /** Takes the next values, of which there is at least one. */
        List<Object> next(int most);

        /** Returns the values of a collection or of something else that lists them. */
        static Values of(Iterable<?> values) {
            Iterator<?> all = values.iterator();
            return new Values() {
                private long left = values instanceof Collection<?> some ? some.size() : 0;

                @Override
                public long left() {
                    return left;
                }

                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public List<Object> next(int most) {
                    List<Object> some = new ArrayList<>();
                    while (all.hasNext() && some.size() < most) {
                        some.add(all.next());
                    }
                    left = Math.max(0, left - some.size());
                    return some;
                }
            };
        }

        /** Returns the whole numbers of a range, without an object for each. */
        static Values of(int from, int to) {
            return new Values() {
                private long next = from;

                @Override
                public long left() {
                    return to - next;
                }

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public List<Object> next(int most) {
                    int size = (int) Math.min(most, to - next);
                    IntRange some = new IntRange((int) next, size);
                    next += size;
                    return some;
                }
            };
        }
    }

    private record Part(Future<MapPart.Results> future, int values) {}

    /** The pace of a function: how long its values take, and where. Any thread. */
    static final class Pace {
        private int values = 1;
        private double mean; // nanoseconds of a value
        private double slowest; // of the last ones; it is forgotten little by little
        private int threads;

        /** Returns the number of values of a part that takes about a millisecond; 1 if no part has come back yet. */
        private synchronized int values() {
            return values;
        }

        /** Returns the number of threads of all engines; 0 if no part has come back from one. */
        private synchronized int threads() {
            return threads;
        }

        /** Returns the number of values of each part of a batch, of those that are left; 0 if nothing is known. */
        private synchronized int ofBatch(long left) {
            if (threads == 0 || mean < 1) {
                return 0;
            }
            double even = mean / slowest;
            double most = Math.min(MOST_IN_PART, MOST_PART_NANOS / mean);
            return (int) Math.min(most, left * BATCH * even / threads);
        }

        private synchronized void took(int count, MapPart.Results results) {
            long worth = Math.min(PART_NANOS * count / Math.max(1, results.nanos()), MOST_IN_PART);
            values = (int) Math.max(worth, Math.max(1, values / 2)); // one part may have waited for a processor
            double each = (double) results.nanos() / count;
            mean = mean == 0 ? each : mean + WEIGHT * (each - mean);
            slowest = Math.max(each, Math.max(mean, slowest + WEIGHT * (mean - slowest)));
            threads = results.threads();
        }
    }

    /**
     * Creates the results of a function over values.
     *
     * @param operator merges the results of each part to one; null if each counts by itself
     * @param pace what is known of the function from earlier mappings
     */
    Mapping(
            Submit submit,
            Values values,
            Function<Object, Object> function,
            @Nullable BinaryOperator<Object> operator,
            Pace pace) {
        this.pace = pace;
        this.partValues = pace.values();
        this.submit = submit;
        this.values = values;
        this.function = function;
        this.operator = operator;
    }

    /** @throws CompletionException if the function threw for the next value, with what it threw as its cause */
    @Override
    public boolean hasNext() {
        while (!ready.hasNext()) {
            if (thrown != null) {
                close();
                throw new CompletionException(thrown);
            }
            send();
            Part next = underWay.poll();
            if (next == null) {
                return false;
            }
            take(next);
        }
        return true;
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException("expected another value, found that all were taken");
        }
        return ready.next();
    }

    private void send() {
        while (values.hasNext() && underWay.size() < MOST_PARTS && valuesUnderWay < MOST_VALUES) {
            List<Object> some = values.next(nextSize());
            underWay.add(new Part(submit.submit(new MapPart(function, operator, some)), some.size()));
            valuesUnderWay += some.size();
        }
    }

    private int nextSize() {
        if (operator == null) {
            return partValues;
        }
        if (batchParts == 0) {
            batchValues = pace.ofBatch(values.left());
            batchParts = Math.max(1, pace.threads());
        }
        batchParts--;
        return Math.max(partValues, batchValues);
    }

    private void take(Part part) {
        try {
            MapPart.Results results = part.future().get();
            valuesUnderWay -= part.values();
            ready = results.values().iterator();
            thrown = results.thrown();
            pace.took(part.values(), results);
            partValues = Math.min(pace.values(), 2 * partValues);
        } catch (ExecutionException failed) {
            close();
            throw new CompletionException(failed.getCause());
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
            throw new CompletionException(interrupted);
        }
    }

    /** Closes: nobody wants what is under way. */
    @Override
    public void close() {
        underWay.forEach(part -> part.future().cancel(true));
        underWay.clear();
    }
}
