package org.moide.engine.host;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;

/**
 * Keeps the engines' JVMs on this host between runs, separately for each holder, which is a process that runs many
 * runs. A holder's JVMs are kept while its lease is open, and for a minute without a run at most. Any thread; all
 * fields are guarded by this object's lock, which is not held while children are ended.
 */
final class Leases implements AutoCloseable {
    /**
     * The greatest number of holders at a time. Hardly more programs will use the engines of one host, and kept JVMs
     * take memory.
     */
    private static final int MOST_HOLDERS = 64;

    /** Longest name of a holder. The limit is needed because names come from other processes. */
    private static final int MOST_LETTERS = 64;

    private final Ticker ticker;
    private final FaultHandler faults;
    private final ThreadFactory threads;
    private final Map<String, Lease> leases = new LinkedHashMap<>();
    private boolean closed;

    private static final class Lease {
        private final EngineKeeper keeper;
        private int open; // the number of open lifelines

        Lease(EngineKeeper keeper) {
            this.keeper = keeper;
        }
    }

    Leases(Surroundings around) {
        this.ticker = around.ticker();
        this.faults = around.faults();
        this.threads = around.threads();
    }

    /**
     * Returns the keeper that starts and keeps the engines of a holder's runs, if the holder's lease is open; null if
     * no engines are kept for it.
     */
    @Nullable
    EngineKeeper keeperOf(@Nullable String holder) {
        Lease lease = holder == null ? null : lease(holder);
        return lease == null ? null : lease.keeper;
    }

    private @Nullable Lease lease(String holder) {
        List<EngineKeeper> stale = new ArrayList<>();
        Lease lease;
        synchronized (this) {
            lease = leases.get(holder);
            if (lease == null && !closed && holder.length() <= MOST_LETTERS) {
                stale.addAll(roomForOne());
                if (leases.size() < MOST_HOLDERS) {
                    lease = new Lease(EngineKeeper.ofManyRuns(ticker, faults));
                    leases.put(holder, lease);
                }
            }
        }
        stale.forEach(this::end);
        return lease;
    }

    /**
     * Removes holders whose lease is not open, to make room. Orders that named them arrived after the lease was closed.
     *
     * @return the keepers of the removed holders
     */
    private List<EngineKeeper> roomForOne() {
        List<EngineKeeper> stale = new ArrayList<>();
        Iterator<Lease> all = leases.values().iterator();
        while (leases.size() >= MOST_HOLDERS && all.hasNext()) {
            Lease one = all.next();
            if (one.open <= 0) {
                all.remove();
                stale.add(one.keeper);
            }
        }
        return stale;
    }

    /** Notes that a holder, a process that runs many runs, has opened a lifeline, which is its lease. */
    void opened(String holder) {
        Lease lease = lease(holder);
        if (lease != null) {
            synchronized (this) {
                lease.open++;
            }
        }
    }

    /**
     * Notes that a lifeline of a holder (a process that runs many runs) has closed. After its last one, the JVMs that
     * were kept for the holder are ended. Returns at once.
     */
    void closed(String holder) {
        Lease over = null;
        synchronized (this) {
            Lease lease = leases.get(holder);
            if (lease != null && --lease.open <= 0) {
                over = leases.remove(holder);
            }
        }
        if (over != null) {
            end(over.keeper);
        }
    }

    private void end(EngineKeeper keeper) {
        Thread ending = threads.newThread(keeper::close);
        ending.setName("daemon-end-kept");
        ending.start();
    }

    /** Ends all kept JVMs, and keeps none from now on. Blocks until they are gone. */
    @Override
    public void close() {
        List<Lease> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(leases.values());
            leases.clear();
        }
        all.forEach(lease -> lease.keeper.close());
    }
}
