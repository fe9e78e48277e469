package org.moide.engine.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.port.Ticker;

/**
 * The compute threads that runs have claimed on this host for engines that have not started yet. Of two runs that begin
 * at the same moment, the first to claim gets the processors, and the other one sees that. A claim lapses after {@link
 * #GOOD_FOR}, because its coordinator may be gone. Any thread; guarded by this object's lock.
 */
final class ThreadClaims {
    /**
     * Time after which a claim lapses. A coordinator orders its engines within milliseconds, but may have to send jars
     * before.
     */
    static final Duration GOOD_FOR = Duration.ofSeconds(10);

    /** The greatest number of claims at a time. Real runs never make more. */
    private static final int MOST = 256;

    private final Ticker ticker;
    private final Map<String, Claimed> claims = new LinkedHashMap<>();

    private record Claimed(ThreadClaim claim, long sinceNanos) {}

    ThreadClaims(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Records a claim, instead of an earlier one of the same run.
     *
     * @param there the runs that had engines on this host a moment ago; engines that have started since are still
     *     covered by the claims of their runs
     * @return false if the claim requires free processors and there are too few; an earlier claim of the run then stays
     */
    synchronized boolean claim(ThreadClaim claim, List<RunView> there, int processors) {
        forgetOld();
        if (claim.threads() == 0) {
            claims.remove(claim.runId());
            return true;
        }
        long others = with(there).stream()
                .filter(run -> !run.runId().equals(claim.runId()))
                .mapToLong(RunView::threads)
                .sum();
        boolean good = !claim.free() || others + claim.threads() <= processors;
        if (good && (claims.size() < MOST || claims.containsKey(claim.runId()))) {
            claims.put(claim.runId(), new Claimed(claim, ticker.nanoTime()));
        }
        return good;
    }

    /** Forgets the claim of a run that is over. */
    synchronized void forget(String runId) {
        claims.remove(runId);
    }

    /**
     * Returns the runs that have engines on this host or have claimed threads. Claimed threads of engines that have not
     * started yet are included.
     */
    synchronized List<RunView> with(List<RunView> there) {
        forgetOld();
        List<RunView> all = new ArrayList<>();
        Map<String, Claimed> open = new LinkedHashMap<>(claims);
        for (RunView run : there) {
            Claimed more = open.remove(run.runId());
            int missing = more == null ? 0 : more.claim().threads() - run.threads();
            all.add(missing > 0 ? run.and(missing) : run);
        }
        open.values()
                .forEach(claimed -> all.add(new RunView(
                                claimed.claim().runId(),
                                claimed.claim().coordinator(),
                                List.of(),
                                claimed.claim().owner(),
                                ticker.nanoTime() - claimed.sinceNanos())
                        .and(claimed.claim().threads())));
        return all;
    }

    private void forgetOld() {
        long now = ticker.nanoTime();
        claims.values().removeIf(claimed -> now - claimed.sinceNanos() > GOOD_FOR.toNanos());
    }
}
