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
 * The JVMs that stay on this host from run to run, each for the one who had its runs: as long as his lease is open, and for a
 * minute without a run at the most. Any thread; all is guarded by this object, which is not held while children are ended.
 */
final class Leases implements AutoCloseable {
    /** Holders at a time: so many programs on one host's engines are not expected, and what they keep takes memory. */
    private static final int MOST_HOLDERS = 64;

    /** Of a holder's name, which we do not make. */
    private static final int MOST_LETTERS = 64;

    private final Ticker ticker;
    private final FaultHandler faults;
    private final ThreadFactory threads;
    private final Map<String, Lease> leases = new LinkedHashMap<>();
    private boolean closed;

    private static final class Lease {
        private final EngineKeeper keeper;
        private int open; // lifelines

        Lease(EngineKeeper keeper) {
            this.keeper = keeper;
        }
    }

    Leases(Surroundings around) {
        this.ticker = around.ticker();
        this.faults = around.faults();
        this.threads = around.threads();
    }

    /** What starts, and keeps, the engines of this holder's runs; null if none is to be kept. */
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

    /** Holders whose lease was not opened, or long ago, make room: the orders that named them have come late. */
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

    /** A holder has opened a lifeline. */
    void opened(String holder) {
        Lease lease = lease(holder);
        if (lease != null) {
            synchronized (this) {
                lease.open++;
            }
        }
    }

    /** A lifeline of a holder has closed: if it was his last, what is kept for him ends. Returns at once. */
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

    /** Ends all that are kept, and keeps none from now on. Blocks until they are gone. */
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
