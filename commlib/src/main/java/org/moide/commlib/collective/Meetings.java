package org.moide.commlib.collective;

import java.util.Arrays;
import java.util.List;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.local.OverdueException;
import org.moide.commlib.local.Team;
import org.moide.commlib.local.Waiter;

/**
 * The meetings of one thread for collectives with the other threads of its engine. All threads must come with the same
 * description; otherwise the collectives of all engines fail. Belongs to the thread.
 */
final class Meetings {
    private final int engine;
    private final Board board;
    private final int thread;
    private final EngineLink link;
    private final Waiter waiter;
    /** This thread's {@link CollectiveCall} objects, which are reused; the index is the operation's code. */
    private final CollectiveCall[] calls;

    Meetings(int engine, Board board, int thread, EngineLink link, Waiter waiter) {
        this.engine = engine;
        this.board = board;
        this.thread = thread;
        this.link = link;
        this.waiter = waiter;
        this.calls = Arrays.stream(Operation.values())
                .map(operation -> new CollectiveCall(operation, board.firstId() + thread, board))
                .toArray(CollectiveCall[]::new);
    }

    /**
     * Returns the number of this thread's next meeting with the engine's other threads. Throws an exception if the
     * thread has left its last meeting early.
     */
    long begin(Operation operation) {
        return board.team().begin(thread, calls[operation.code()]);
    }

    /**
     * Waits for all threads of the engine when none of them needs to act for the engine.
     *
     * @param purpose the packed {@link Description} of this thread's call
     * @return the meeting's number
     */
    long assemble(Operation operation, long purpose) {
        CollectiveCall call = calls[operation.code()];
        Team team = board.team();
        long meeting = team.begin(thread, call);
        team.meet(thread, waiter, purpose, call, (why, missing) -> leave(call, why, missing));
        if (team.firstToDiffer(meeting) != 0) {
            team.check(call);
            try {
                board.agree(meeting);
            } catch (IllegalArgumentException wrong) {
                throw breakAll(call, wrong);
            }
        }
        team.check(call);
        return meeting;
    }

    /**
     * Waits for all threads of the engine; the last one to come runs {@code action}. A failure at this engine makes the
     * collective fail at all engines. A loss of a member or the end of the run does not: every engine learns of these
     * by itself.
     */
    void act(Description description, Runnable action) {
        CollectiveCall call = calls[description.operation().code()];
        Team team = board.team();
        long meeting = team.begin(thread, call);
        team.act(thread, waiter, description.pack(), call, (why, missing) -> leave(call, why, missing), () -> {
            waiter.within(call);
            try {
                board.agree(meeting);
                action.run();
            } catch (MemberLostException | RunEndedException released) {
                throw released;
            } catch (IllegalArgumentException wrong) {
                throw breakAll(call, wrong);
            } catch (OverdueException late) {
                throw new CommException(tellAll(String.valueOf(late.getMessage())), late);
            } catch (RuntimeException | Error failed) {
                link.breakAll(false, call + " failed at engine " + engine + ": " + failed);
                throw failed;
            } finally {
                waiter.within(null);
            }
        });
    }

    /**
     * Waits for all threads of the engine once more after {@link #act}. On their way from there to here, threads wait
     * for nothing else, so this wait has no limit.
     */
    void meetFirmly() {
        board.team().meetFirmly(thread, waiter);
    }

    private RuntimeException leave(CollectiveCall call, CommException why, int[] missing) {
        if (why instanceof OverdueException late) {
            RuntimeException earlier = board.team().reason(call);
            if (earlier != null) {
                return earlier;
            }
            List<String> who = Arrays.stream(missing)
                    .mapToObj(other -> "ID " + (board.firstId() + other))
                    .toList();
            return new CommException(tellAll(Missing.tell(call, late.limitSeconds(), who)), late);
        }
        tellAll(call + ": the thread was interrupted in it");
        return why;
    }

    private String tellAll(String why) {
        link.breakAll(false, why);
        return why;
    }

    private IllegalArgumentException breakAll(CollectiveCall call, IllegalArgumentException wrong) {
        String text = call + ": " + wrong.getMessage();
        link.breakAll(true, text);
        return new IllegalArgumentException(text, wrong);
    }
}
