package org.moide;

import java.util.ArrayDeque;
import java.util.ArrayList;
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
 */
final class Mapping implements Iterator<Object>, AutoCloseable {
    private static final int MOST_PARTS = 512;
    private static final int MOST_VALUES = 65_536;
    private static final int MOST_IN_PART = 1_024;

    /** A part is a call: worth its cost, and small beside what it takes to see that an engine has too much to do. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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

    /** The way to the engines: makes one call of a part, whose future has the results of the part's values. */
    interface Submit {
        Future<MapPart.Results> submit(MapPart part);
    }

    /** The values to which the function was not applied yet. Used by one thread. */
    interface Values {
        boolean hasNext();

        /** Takes the next values, of which there is at least one. */
        List<Object> next(int most);

        /** Returns the values of an iterator. */
        static Values of(Iterator<?> all) {
            return new Values() {
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
                    return some;
                }
            };
        }

        /** Returns the whole numbers of a range, without an object for each. */
        static Values of(int from, int to) {
            return new Values() {
                private long next = from;

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

    /** The pace of a function: how many values take about a millisecond. Any thread. */
    static final class Pace {
        private volatile int values = 1;

        /** Returns the number of values of a part that takes about a millisecond; 1 if no part has come back yet. */
        private int values() {
            return values;
        }

        private void took(int count, long nanos) {
            long worth = Math.min(PART_NANOS * count / Math.max(1, nanos), MOST_IN_PART);
            values = (int) Math.max(worth, Math.max(1, values / 2)); // one part may have waited for a processor
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
            List<Object> some = values.next(partValues);
            underWay.add(new Part(submit.submit(new MapPart(function, operator, some)), some.size()));
            valuesUnderWay += some.size();
        }
    }

    private void take(Part part) {
        try {
            MapPart.Results results = part.future().get();
            valuesUnderWay -= part.values();
            ready = results.values().iterator();
            thrown = results.thrown();
            pace.took(part.values(), results.nanos());
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
