package org.moide.commlib.message.endpoint;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.collective.Board;
import org.moide.commlib.collective.CollectiveCall;
import org.moide.commlib.collective.Hall;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.message.link.ReceiveWindow;
import org.moide.commlib.message.link.SendWindow;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;

/**
 * Finds out, from another thread, what an engine's compute threads wait for. One thread at a time uses it.
 *
 * <p>Each compute thread is checked twice. If it is in the same wait at both checks, and its condition does not hold
 * at the second one, it has waited all the time between. So there is a moment at which all these threads waited.
 * Arrived envelopes are counted before the first check, sent envelopes after the second.
 */
final class EngineLook {
    /**
     * The greatest number of unreceived messages listed for a thread: the first ones are enough to see what is wrong.
     */
    private static final int MOST_UNRECEIVED = 3;

    private final Registration registration;
    private final Registration.Member self;
    private final Board board;
    private final List<ThreadEndpoints> everyThreads;
    private final List<SendWindow> sendWindows;
    private final ReceiveWindow receiveWindow;
    private final Ticker ticker;

    EngineLook(
            Registration registration,
            Registration.Member self,
            Board board,
            List<ThreadEndpoints> everyThreads,
            List<SendWindow> sendWindows,
            ReceiveWindow receiveWindow,
            Ticker ticker) {
        this.registration = registration;
        this.self = self;
        this.board = board;
        this.everyThreads = List.copyOf(everyThreads);
        this.sendWindows = List.copyOf(sendWindows);
        this.receiveWindow = receiveWindow;
        this.ticker = ticker;
    }

    /** Returns whether any thread waits or has returned; otherwise a snapshot would show nothing. */
    boolean isWorthIt() {
        return everyThreads.stream()
                .map(ThreadEndpoints::mark)
                .anyMatch(mark -> mark.hasReturned() || mark.look() != null);
    }

    EngineState state() {
        int engines = registration.engines().size();
        long[] arrived = new long[engines];
        for (int from = 0; from < engines; from++) {
            arrived[from] = from == self.engine() ? 0 : receiveWindow.expected(from) + meetings(from);
        }
        List<WaitMark> marks = everyThreads.stream().map(ThreadEndpoints::mark).toList();
        boolean[] returned = new boolean[marks.size()];
        WaitMark.@Nullable Seen[] first = new WaitMark.Seen[marks.size()];
        for (int thread = 0; thread < first.length; thread++) {
            returned[thread] = marks.get(thread).hasReturned();
            first[thread] = marks.get(thread).look();
        }
        boolean serves = everyThreads.stream()
                .flatMap(endpoints -> endpoints.requests().stream())
                .anyMatch(RequestService::serves);
        boolean busy = everyThreads.stream()
                .anyMatch(endpoints -> endpoints.open().unfinished() > 0
                        || endpoints.posted().stream().anyMatch(PostedReceives::isBusy));
        long conducted = board.conducted();
        long now = ticker.nanoTime();
        List<ThreadState> threads = new ArrayList<>();
        for (int thread = 0; thread < first.length; thread++) {
            int id = self.firstId() + thread;
            WaitMark.Seen seen = first[thread];
            if (returned[thread]) {
                long ageNanos = now - marks.get(thread).returnedNanos();
                threads.add(ThreadState.returned(id, isPending(everyThreads.get(thread)), ageNanos));
            } else if (seen == null) {
                threads.add(ThreadState.running(id));
            } else {
                threads.add(waiting(thread, seen, returned, conducted, now));
            }
        }
        for (int thread = 0; thread < first.length; thread++) {
            if (threads.get(thread).waits()
                    && !isStill(first[thread], marks.get(thread).look())) {
                threads.set(thread, ThreadState.running(self.firstId() + thread));
            }
        }
        long[] sent = new long[engines];
        for (int to = 0; to < engines; to++) {
            sent[to] = to == self.engine() ? 0 : sendWindows.get(to).end() + meetings(self.engine());
        }
        return new EngineState(registration.epoch(), self.engine(), threads, serves, busy, conducted, sent, arrived);
    }

    /** Returns the number of an engine's meetings in the hall, each of which counts as a message to all others. */
    private long meetings(int engine) {
        Hall hall = board.hall();
        return hall == null ? 0 : hall.meetings(engine);
    }

    private static boolean isPending(ThreadEndpoints endpoints) {
        return endpoints.open().unfinished() > 0
                || endpoints.posted().stream().anyMatch(posted -> posted.unfinished() != null);
    }

    /** Returns whether a thread is in the same wait at both checks, and its condition does not hold. */
    private static boolean isStill(WaitMark.@Nullable Seen first, WaitMark.@Nullable Seen second) {
        return first != null && second != null && first.number() == second.number() && !second.held();
    }

    private ThreadState waiting(int thread, WaitMark.Seen seen, boolean[] returned, long conducted, long now) {
        int id = self.firstId() + thread;
        long ageNanos = now - seen.sinceNanos();
        if (!(seen.call() instanceof Awaited awaited)) {
            return ThreadState.elsewhere(id, seen.number(), seen.call().toString(), ageNanos);
        }
        long collective = 0;
        List<Integer> gone = new ArrayList<>();
        List<ThreadState.Unreceived> unreceived = List.of();
        if (!(awaited instanceof CollectiveCall call)) {
            unreceived = everyThreads.get(thread).mailboxOf(Contexts.MESSAGES).heads(MOST_UNRECEIVED);
        } else if (call.board() == board) {
            int[] missing = board.missing(thread);
            for (int other : missing) {
                if (returned[other]) {
                    gone.add(self.firstId() + other);
                }
            }
            if (call.needsAll() && registration.engines().size() > 1) {
                // A thread that has met its team is in the current collective; another one is before or after it.
                collective = missing.length == 0 ? conducted : call.meetsOnce() ? conducted + 1 : 0;
            }
        }
        return new ThreadState(
                id,
                ThreadState.Kind.WAITING,
                seen.number(),
                awaited.primitive(),
                awaited.peer(),
                collective,
                gone,
                false,
                unreceived,
                "",
                ageNanos);
    }
}
