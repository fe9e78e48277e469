package org.moide.engine.executor;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.loading.ApplicationCodec;

/**
 * A call for some values of a program's {@code map} or {@code reduce}. It applies the function to each value in order,
 * and merges the results if there is an operator.
 *
 * @param operator merges two results; null for {@code map}
 */
public record MapPart(
        Function<Object, Object> function, @Nullable BinaryOperator<Object> operator, List<Object> values)
        implements Callable<MapPart.Results>, Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The results of such a call.
     *
     * @param values the results in order, or the merged result; if the function threw, the results before that
     * @param thrown the exception of the function or the operator; null if there was none
     * @param nanos the time of the call
     * @param threads the number of compute threads of all engines; 0 if the call ran in the program's JVM
     */
    public record Results(List<Object> values, @Nullable Throwable thrown, long nanos, int threads)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public Results call() {
        BegunCall runs = BegunCall.current();
        Ticker ticker = runs == null ? new SystemTicker() : runs.pool()::nanoTime;
        long start = ticker.nanoTime();
        List<Object> results = new ArrayList<>(operator == null ? values.size() : 1);
        Throwable thrown = null;
        try {
            for (Object value : values) {
                add(function.apply(value), results);
            }
        } catch (Exception | Error failed) {
            thrown = sendable(failed);
        }
        EngineCalls calls = runs == null ? null : runs.pool().engineCalls();
        return new Results(results, thrown, ticker.nanoTime() - start, calls == null ? 0 : calls.threads());
    }

    private void add(Object result, List<Object> results) {
        BinaryOperator<Object> merges = operator;
        if (merges == null || results.isEmpty()) {
            results.add(result);
        } else {
            results.set(0, merges.apply(results.get(0), result));
        }
    }

    /** Returns the exception, or if it cannot be sent, a replacement with its text and stack trace. */
    private static Throwable sendable(Throwable thrown) {
        if (ApplicationCodec.isSendable(thrown)) {
            return thrown;
        }
        IllegalStateException words = new IllegalStateException(thrown.toString());
        words.setStackTrace(thrown.getStackTrace());
        return words;
    }
}
