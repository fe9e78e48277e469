package org.moide.commlib.message.endpoint;

import java.util.concurrent.TimeUnit;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Primitive;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how much the timing and tracing of a primitive cost, without the primitive's own work. {@code
 * bench/tracing.sh} compiles it; it is in the package of the timer that it measures.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class TracingCost {
    /**
     * The number of recorded slices (timed periods) after which the benchmark empties the ring buffer, which could hold
     * more.
     */
    private static final int TAKEN_AFTER = 10_000;

    private static final int MOST_BYTES = 1 << 20;

    private final Ticker ticker = new SystemTicker();
    private final ThreadTraces traces = new ThreadTraces(ticker);
    private ThreadTrace off;
    private ThreadTrace on;
    private PrimitiveTimer timer;
    private PrimitiveTimer tracedTimer;
    private int slices;

    @Setup
    public void prepare() {
        off = new ThreadTraces(ticker).of(0);
        traces.record(true);
        on = traces.of(0);
        timer = new PrimitiveTimer(new CommCounters(1, 0, off), ticker);
        tracedTimer = new PrimitiveTimer(new CommCounters(1, 0, on), ticker);
        on.begins("compute");
    }

    /** Measures JMH's own cost. */
    @Benchmark
    public int nothing() {
        return slices;
    }

    /** Measures a slice, a timed period, that is neither recorded nor reported to a listener. */
    @Benchmark
    public void tracingOff() {
        off.begins("send");
        off.ends();
    }

    /** Measures a primitive of which one call in sixteen is timed, without tracing. */
    @Benchmark
    public void timesOnly() {
        timer.end(timer.begin(Primitive.SEND, 8));
    }

    /** Measures the recording of a slice, which is a timed period; the same thread also encodes it here. */
    @Benchmark
    public void tracingOn() {
        on.begins("send");
        on.ends();
        takeSometimes();
    }

    /** Measures a timed primitive with tracing. */
    @Benchmark
    public void timesAndTracing() {
        tracedTimer.end(tracedTimer.begin(Primitive.SEND, 8));
        takeSometimes();
    }

    private void takeSometimes() {
        if (++slices == TAKEN_AFTER) {
            slices = 0;
            traces.take(MOST_BYTES);
        }
    }
}
