package org.moide;

import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Best;
import org.moide.engine.executor.Bests;

/**
 * The best values of an executor on the program's side, and what copied calls in this JVM know of them, which is what
 * another process would. Any thread.
 */
final class ProgramBests {
    private final SharedValues shared;
    private final Consumer<Throwable> faults;
    private final Executor soon;
    private final SystemRandomness randomness = new SystemRandomness();
    private final Bests own;
    private final Bests inCalls;

    /**
     * Creates the best values of an executor.
     *
     * @param shared knows where calls run
     * @param faults hears of values from elsewhere that could not be compared
     */
    ProgramBests(SharedValues shared, Consumer<Throwable> faults, Time time) {
        this.shared = shared;
        this.faults = faults;
        this.soon = time.soon();
        this.own = new Bests(new ToCalls(), time.ticker(), time.signals());
        this.inCalls = new Bests(new ToProgram(), time.ticker(), time.signals());
    }

    /**
     * The time in which values are told.
     *
     * @param signals makes signals on which threads wait
     * @param soon runs something in about a millisecond
     */
    record Time(Ticker ticker, Signal.Factory signals, Executor soon) {
        /** Returns the time of this JVM. */
        static Time real() {
            return new Time(
                    new SystemTicker(),
                    SpinThenParkSignal.factory(1),
                    CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
        }
    }

    /** The way from the program to calls, in other processes or in this one. */
    private final class ToCalls implements Bests.Way {
        @Override
        public void tell(long id, byte[] value) {
            if (!shared.improve(id, value)) {
                inCalls.hear(id, value);
                soon.execute(inCalls::tick);
            }
        }

        @Override
        public void ask(long id) {
            // The program knows only values that it has made.
        }

        @Override
        public void tickSoon() {
            soon.execute(own::tick);
        }

        @Override
        public void fault(Throwable why) {
            faults.accept(why);
        }
    }

    /** The way from copied calls in this JVM to the program. */
    private final class ToProgram implements Bests.Way {
        @Override
        public void tell(long id, byte[] value) {
            own.hear(id, value);
            soon.execute(own::tick);
        }

        @Override
        public void ask(long id) {
            own.asked(id);
            own.tick();
        }

        @Override
        public void tickSoon() {
            soon.execute(inCalls::tick);
        }

        @Override
        public void fault(Throwable why) {
            faults.accept(why);
        }
    }

    /** Makes a best value like {@link Bests#make}, with a drawn number, so that no other executor has the same. */
    <T> Best<T> make(T first, Comparator<? super T> order, ObjectCodec codec, Function<Object, byte[]> encodes) {
        return own.make(-1 - (randomness.seed() >>> 1), first, order, codec, encodes);
    }

    /** Returns the values that were made in this JVM, as the program's own threads see them. */
    Bests own() {
        return own;
    }

    /** Returns the values as copied calls in this JVM see them. */
    Bests inCalls() {
        return inCalls;
    }
}
