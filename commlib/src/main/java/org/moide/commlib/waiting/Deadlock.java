package org.moide.commlib.waiting;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.waiting.ThreadState.Kind;

/**
 * Threads that wait for calls that can never come.
 *
 * <p>The result is certain, although the engines' states are of different moments. A thread that has returned makes no
 * more calls. When a WAITING state was taken, everything that had arrived was considered; so only another thread can
 * end such a wait, by a message or by joining a collective. The counts tell whether a message is under way: an engine
 * counts what it has sent after the moment of its state, and what has arrived before that moment. If what one engine
 * has sent equals what has arrived at another one, every further message was sent later, so its sender must have gone
 * on first. But of all waiting threads, none can be the first to go on.
 *
 * @param why the reason why it is certain
 * @param waiting the threads that wait in vain
 * @param gone the threads for which they wait and that have returned
 */
public record Deadlock(Why why, List<ThreadState> waiting, List<ThreadState> gone) {
    /** The reasons why a deadlock is certain. */
    public enum Why {
        /** The threads wait in a collective that other threads will never join. */
        COLLECTIVE,
        /** The threads wait for messages of threads that have returned, and all messages of these have arrived. */
        MESSAGE,
        /** Every thread waits or has returned, and no message is under way. */
        STANDSTILL
    }

    public Deadlock {
        waiting = List.copyOf(waiting);
        gone = List.copyOf(gone);
    }

    /**
     * Finds threads that are certain to wait for ever.
     *
     * @param states the latest state of each engine that has sent one, all of one epoch
     * @param engines the number of engines
     * @return null if no deadlock is certain
     */
    public static @Nullable Deadlock in(List<EngineState> states, int engines) {
        return new Search(states, engines).find();
    }

    /** The search for a deadlock in one set of engine states. */
    private static final class Search {
        private final List<EngineState> states;
        private final int engines;
        private final Map<Integer, ThreadState> threads = new TreeMap<>();
        private final Map<Integer, EngineState> engineOf = new TreeMap<>();
        private final List<ThreadState> waiting;
        private final List<ThreadState> returned;

        Search(List<EngineState> states, int engines) {
            this.states = states;
            this.engines = engines;
            for (EngineState state : states) {
                for (ThreadState thread : state.threads()) {
                    threads.put(thread.id(), thread);
                    engineOf.put(thread.id(), state);
                }
            }
            waiting = of(Kind.WAITING);
            returned = of(Kind.RETURNED);
        }

        private List<ThreadState> of(Kind kind) {
            return threads.values().stream()
                    .filter(thread -> thread.kind() == kind)
                    .toList();
        }

        @Nullable
        Deadlock find() {
            if (!returned.isEmpty()) {
                Deadlock found = inACollective();
                found = found == null ? forAMessage() : found;
                if (found != null) {
                    return found;
                }
            }
            return isStandstill() ? new Deadlock(Why.STANDSTILL, waiting, returned) : null;
        }

        private @Nullable Deadlock inACollective() {
            List<ThreadState> here = new ArrayList<>();
            Set<ThreadState> gone = new LinkedHashSet<>();
            for (ThreadState thread : waiting) {
                List<ThreadState> never = neverCome(thread);
                if (!never.isEmpty()) {
                    here.add(thread);
                    gone.addAll(never);
                }
            }
            return here.isEmpty() ? null : new Deadlock(Why.COLLECTIVE, here, List.copyOf(gone));
        }

        private @Nullable Deadlock forAMessage() {
            for (ThreadState thread : waiting) {
                List<ThreadState> silent = thread.peer() == Awaited.ALL ? List.of() : silentPeers(thread);
                if (!silent.isEmpty()) {
                    return new Deadlock(Why.MESSAGE, List.of(thread), silent);
                }
            }
            return null;
        }

        /** Returns the threads that have returned and without which this thread's collective cannot complete. */
        private List<ThreadState> neverCome(ThreadState thread) {
            List<ThreadState> never = new ArrayList<>();
            for (ThreadState other : returned) {
                EngineState there = engine(other);
                boolean elsewhere = there.engine() != engine(thread).engine();
                if (thread.gone().contains(other.id()) || (elsewhere && thread.collective() > there.conducted())) {
                    never.add(other);
                }
            }
            return never;
        }

        private EngineState engine(ThreadState thread) {
            EngineState found = engineOf.get(thread.id());
            if (found == null) {
                throw new IllegalStateException("expected a thread of these states, found ID " + thread.id());
            }
            return found;
        }

        /**
         * Returns the peers for which a thread waits, if all of them have returned and none of their messages is under
         * way; otherwise an empty list.
         */
        private List<ThreadState> silentPeers(ThreadState thread) {
            EngineState here = engine(thread);
            boolean any = thread.peer() == CommLib.ANY_SENDER;
            boolean othersRun = states.size() < engines || returned.size() < threads.size() - 1;
            if (here.busy() || (any && othersRun)) {
                return List.of();
            }
            List<ThreadState> peers = returned.stream()
                    .filter(other -> any || thread.peer() == other.id())
                    .toList();
            return peers.stream().allMatch(peer -> isSilent(peer, here)) ? peers : List.of();
        }

        private boolean isSilent(ThreadState peer, EngineState here) {
            EngineState there = engine(peer);
            return !peer.pending()
                    && !there.serves()
                    && !there.busy()
                    && (there.engine() == here.engine() || hasArrived(there, here));
        }

        private static boolean hasArrived(EngineState from, EngineState to) {
            return to.arrived()[from.engine()] >= from.sent()[to.engine()];
        }

        private boolean isStandstill() {
            boolean all = states.size() == engines
                    && !waiting.isEmpty()
                    && waiting.size() + returned.size() == threads.size()
                    && states.stream().noneMatch(state -> state.serves() || state.busy());
            return all && states.stream().allMatch(this::hasArrivedEverywhere);
        }

        private boolean hasArrivedEverywhere(EngineState from) {
            return states.stream().allMatch(to -> from.engine() == to.engine() || hasArrived(from, to));
        }
    }
}
