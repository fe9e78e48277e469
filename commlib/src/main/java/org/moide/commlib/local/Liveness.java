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
 * Whether it still makes sense to wait: for which engines, for collectives, at all. What was released once stays
 * released; the next epoch has a new one.
 *
 * <p><b>Threads.</b> Any; never blocks. Fields are volatile and only ever go from "alive" to a reason; each change is
 * followed by a raise of every signal on which a thread of this engine can wait.
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

    /** Why collectives no longer work. */
    private record Breach(boolean usage, String why) {}

    public Liveness(long epoch, int engines) {
        this.epoch = epoch;
        this.lost = new AtomicReferenceArray<>(engines);
        for (int engine = 0; engine < engines; engine++) {
            this.engines.add(new OfEngine(engine));
        }
    }

    /** A signal to raise when something changes here. */
    public void watch(Signal signal) {
        signals.add(signal);
    }

    /** An engine is gone. The first reason given is kept. */
    public void memberLost(int engine, String why) {
        if (lost.compareAndSet(engine, null, why)) {
            if (firstLost < 0) {
                firstLost = engine;
            }
            raiseAll();
        }
    }

    /** The epoch is over. The first reason given is kept. */
    public void end(String why) {
        if (ended == null) {
            ended = why;
        }
        raiseAll();
    }

    /**
     * A collective failed somewhere, so none can follow: its messages would meet those of the failed one.
     *
     * @param usage whether the application called it wrongly
     * @return whether this is the first failure here
     */
    public boolean breakCollectives(boolean usage, String why) {
        boolean first = breaches.compareAndSet(null, new Breach(usage, why));
        raiseAll();
        return first;
    }

    /** Lets every thread that waits here look again. */
    public void raiseAll() {
        for (Signal signal : signals) {
            signal.raise();
        }
    }

    public @Nullable String ended() {
        return ended;
    }

    /** Why the engine counts as lost; null if it does not. */
    public @Nullable String lost(int engine) {
        return lost.get(engine);
    }

    /** Releases waits for an ID of {@code engine}. */
    public Release of(int engine) {
        return engines.get(engine);
    }

    /** Releases waits in a collective: by the loss of any engine, or of the collective. */
    public Release ofCollectives() {
        return collectives;
    }

    /** Releases waits for whoever comes first: by the loss of any engine, for it may be the one. */
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

    /** Throws if the epoch is over. */
    public void checkRunning(Object call) {
        String why = ended;
        if (why != null) {
            throw new RunEndedException(call + ": epoch " + epoch + " is over: " + why);
        }
    }
}
