package org.moide.commlib.port;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.registration.NodeReference;

/**
 * The processes that have not answered calls, and since when. A process that was not called for a minute is dropped,
 * since its state is then unknown.
 *
 * <p><b>Threads.</b> Any; guarded by itself.
 */
public final class Unanswered {
    private static final long FORGOTTEN_NANOS = Duration.ofMinutes(1).toNanos();

    private final Ticker ticker;
    private final Map<NodeReference, Tries> tries = new HashMap<>();

    /**
     * The unanswered calls to a process.
     *
     * @param sinceNanos when the first of them began
     * @param lastNanos when the last of them ended
     */
    private record Tries(long sinceNanos, long lastNanos) {}

    /** A call to a process. */
    @FunctionalInterface
    public interface Call<V> {
        @Nullable
        V make();
    }

    public Unanswered(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Makes a call to a process, and records whether the process answered. A refusal and a remote exception are answers
     * too.
     */
    public <V> @Nullable V noting(NodeReference node, Call<V> call) {
        long begunNanos = ticker.nanoTime();
        boolean answered = true;
        try {
            return call.make();
        } catch (NotDeliveredException | OutcomeUnknownException none) {
            answered = false;
            throw none;
        } catch (RemoteCallException answer) {
            throw answer;
        } finally {
            if (answered) {
                answered(node);
            } else {
                failed(node, begunNanos);
            }
        }
    }

    /**
     * Tries to reach a process, and records whether it answers. A failure is recorded only for a process that has been
     * called before, since nobody waits for the answers of the others.
     */
    public void trying(NodeReference node, Runnable ping) {
        try {
            ping.run();
        } catch (NotDeliveredException | OutcomeUnknownException none) {
            failedAgain(node);
            throw none;
        } catch (RemoteCallException answer) {
            answered(node);
            throw answer;
        }
        answered(node);
    }

    private synchronized void failedAgain(NodeReference node) {
        tries.computeIfPresent(node, (same, known) -> new Tries(known.sinceNanos, ticker.nanoTime()));
    }

    private synchronized void answered(NodeReference node) {
        if (!tries.isEmpty()) {
            tries.remove(node);
        }
    }

    private synchronized void failed(NodeReference node, long begunNanos) {
        long nowNanos = ticker.nanoTime();
        tries.values().removeIf(old -> nowNanos - old.lastNanos > FORGOTTEN_NANOS);
        Tries known = tries.get(node);
        tries.put(node, new Tries(known == null ? begunNanos : known.sinceNanos, nowNanos));
    }

    /** Returns the processes that have not answered, and for how long. */
    public synchronized Map<NodeReference, Duration> now() {
        if (tries.isEmpty()) {
            return Map.of();
        }
        long nowNanos = ticker.nanoTime();
        Map<NodeReference, Duration> all = new HashMap<>();
        tries.forEach((node, tried) -> {
            if (nowNanos - tried.lastNanos <= FORGOTTEN_NANOS) {
                all.put(node, Duration.ofNanos(nowNanos - tried.sinceNanos));
            }
        });
        return all;
    }
}
