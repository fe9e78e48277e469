package org.moide;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.engine.executor.CallLimits;

/**
 * A call that runs once on each engine, and the future of what it returned there, in the order of the engines' numbers.
 * It is done when each engine has answered or is lost. If the run is lost, it begins anew on the engines of the next.
 *
 * <p>Concurrency: any thread; what is known of engines is guarded by {@code engines}.
 */
final class EachCall<T> extends RemoteCall<List<T>> {
    private final Object engines = new Object();
    private @Nullable Set<Integer> awaited; // seats; null until they are known
    private final Map<Integer, @Nullable Object> results = new TreeMap<>(); // by seats
    private @Nullable Throwable thrown; // by the first that threw

    /** Makes a call that was not sent yet, like {@link RemoteCall}. */
    EachCall(Callable<T> call, Class<?> named, byte[] bytes, Consumer<RemoteCall<?>> whenDone, Signal awake) {
        super(() -> Collections.singletonList(call.call()), named, CallLimits.NONE, bytes, null, whenDone, awake);
    }

    @Override
    boolean isOnEach() {
        return true;
    }

    /** Notes the engines on which it runs; those of an earlier run do not count any more. */
    void runsOn(Set<Integer> seats) {
        synchronized (engines) {
            awaited = new HashSet<>(seats);
            results.clear();
            thrown = null;
        }
        completeIfAnswered();
    }

    /** Notes that an engine is lost, or has not begun the call before it was to end, which leaves no result. */
    void lost(int seat) {
        synchronized (engines) {
            if (awaited != null) {
                awaited.remove(seat);
            }
        }
        completeIfAnswered();
    }

    @Override
    void returned(int seat, @Nullable Object value) {
        synchronized (engines) {
            if (awaited == null || !awaited.remove(seat)) {
                return; // it was lost meanwhile
            }
            results.put(seat, value);
        }
        completeIfAnswered();
    }

    @Override
    void threw(int seat, Throwable what) {
        synchronized (engines) {
            if (awaited == null || !awaited.remove(seat)) {
                return;
            }
            thrown = thrown == null ? what : thrown;
        }
        completeIfAnswered();
    }

    @Override
    boolean isAnswered() {
        synchronized (engines) {
            return awaited != null && awaited.isEmpty();
        }
    }

    @SuppressWarnings("unchecked") // what calls of T returned
    private void completeIfAnswered() {
        List<T> all;
        Throwable first;
        synchronized (engines) {
            if (awaited == null || !awaited.isEmpty()) {
                return;
            }
            all = new ArrayList<>((Collection<T>) results.values());
            first = thrown;
        }
        if (first != null) {
            threw(first);
        } else {
            set(all);
        }
    }
}
