package org.moide.commlib.local;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;

/**
 * The state that tells a waiting thread whether its wait can still succeed: which engines are lost, whether a
 * collective failed, and whether the epoch (the time between two changes of engines) is over. A wait that was released
 * stays released; the next epoch has a new instance.
 *
 * <p><b>Threads.</b> Any; no method blocks. Fields are volatile and change only once, from alive to a reason. Each
 * change raises every signal on which a thread of this engine can wait.
 */
public final class Liveness {
    private final long epoch;
    private final AtomicReferenceArray<@Nullable String> lost;
    private final List<Release> engines = new ArrayList<>();
    private final Release collectives = new OfCollectives();
    private final Release all = new OfAll();
    private final List<Signal> signals = new CopyOnWriteArrayList<>();
    private volatile @Nullable String ended;
    private volatile int firstLost = -1;
    private final AtomicReference<@Nullable Breach> breaches = new AtomicReference<>();

    /** The reason why collectives no longer work. */
    private record Breach(boolean usage, String why) {}

    public Liveness(long epoch, int engines) {
        this.epoch = epoch;
        this.lost = new AtomicReferenceArray<>(engines);
        for (int engine = 0; engine < engines; engine++) {
            this.engines.add(new OfEngine(engine));
        }
    }

    /** Adds a signal, on which threads wait; every later change raises it, so that they check their conditions. */
    public void watch(Signal signal) {
        signals.add(signal);
    }

    /** Marks an engine as lost. If it is called again for the engine, the first reason stays. */
    public void memberLost(int engine, String why) {
        if (lost.compareAndSet(engine, null, why)) {
            if (firstLost < 0) {
                firstLost = engine;
            }
            raiseAll();
        }
    }

    /** Ends the epoch, which releases every wait. If it is called again, the first reason stays. */
    public void end(String why) {
        if (ended == null) {
            ended = why;
        }
        raiseAll();
    }

    /**
     * Marks collectives as failed: no further one can work, because its messages would meet those of the failed one.
     *
     * @param usage whether the application called it wrongly
     * @return whether this is the first failure here
     */
    public boolean breakCollectives(boolean usage, String why) {
        boolean first = breaches.compareAndSet(null, new Breach(usage, why));
        raiseAll();
        return first;
    }

    /** Wakes every waiting thread, so that it checks its condition again. */
    public void raiseAll() {
        for (Signal signal : signals) {
            signal.raise();
        }
    }

    public @Nullable String ended() {
        return ended;
    }

    /** Returns why the engine counts as lost; null if it does not. */
    public @Nullable String lost(int engine) {
        return lost.get(engine);
    }

    /**
     * Returns the condition that releases waits for an ID of {@code engine}: the engine's loss, or the end of the
     * epoch.
     */
    public Release of(int engine) {
        return engines.get(engine);
    }

    /**
     * Returns the condition that releases waits in a collective: the loss of any engine, a failed collective, or the
     * end of the epoch.
     */
    public Release ofCollectives() {
        return collectives;
    }

    /**
     * Returns the condition that releases waits for any sender: the loss of any engine, which may be the sender, or the
     * end of the epoch.
     */
    public Release ofAll() {
        return all;
    }

    private final class OfAll implements Release {
        @Override
        public boolean holds() {
            return ended != null || firstLost >= 0;
        }

        @Override
        public void check(Object call) {
            checkRunning(call);
            int engine = firstLost;
            if (engine >= 0) {
                of(engine).check(call);
            }
        }
    }

    private final class OfEngine implements Release {
        private final int engine;

        OfEngine(int engine) {
            this.engine = engine;
        }

        @Override
        public boolean holds() {
            return ended != null || lost.get(engine) != null;
        }

        @Override
        public void check(Object call) {
            checkRunning(call);
            String why = lost.get(engine);
            if (why != null) {
                throw new MemberLostException(engine, call + ": engine " + engine + " is lost: " + why);
            }
        }
    }

    private final class OfCollectives implements Release {
        @Override
        public boolean holds() {
            return ended != null || firstLost >= 0 || breaches.get() != null;
        }

        @Override
        public void check(Object call) {
            checkRunning(call);
            int engine = firstLost;
            if (engine >= 0) {
                of(engine).check(call);
            }
            Breach found = breaches.get();
            if (found != null) {
                throw found.usage ? new IllegalArgumentException(found.why) : new CommException(found.why);
            }
        }
    }

    /**
     * Throws an exception if the epoch, the time between two changes of engines, is over.
     *
     * @param call the current call, for the message
     */
    public void checkRunning(Object call) {
        String why = ended;
        if (why != null) {
            throw new RunEndedException(call + ": epoch " + epoch + " is over: " + why);
        }
    }
}
