package org.moide.coordinator.run.results;

import java.util.Set;
import java.util.function.IntConsumer;
import org.moide.engine.control.EngineCommand;

/**
 * Shortcuts between a program's executor and the engines of the run that executes its calls: on them, calls and news of
 * calls do not pass through the run's core. Thread-safe. Methods do not block, except on the disk when shared values do
 * not fit into memory.
 */
public interface CallRoutes {
    void cancel(EngineCommand.CancelCalls calls);

    /**
     * Sends the engine with this seat news of calls that other calls have submitted. If the engine is gone, the news is
     * dropped.
     */
    void tell(int seat, byte[] news);

    /** Returns the seats of the engines that are present. */
    Set<Integer> seats();

    /**
     * Sets who is told when an engine ends its part in the run or is lost.
     *
     * @param told receives the seat of each such engine
     */
    void whenEngineGoes(IntConsumer told);

    /**
     * Gives a call to the engine in this JVM. The executor has no other open call. If the engine ends, the call may be
     * lost, and the action of {@link #whenOwnEngineGoes} is run. The call is also lost if the coordinator is.
     *
     * @return false if there is no such engine, or it cannot take the call now
     */
    boolean runAlone(byte[] call);

    /**
     * Sets the action that is run once, when the engine in this JVM ends its part in the run. Calls that were given to
     * that engine may then stay without an answer. Must be called before the first call is given.
     *
     * @param told the action
     */
    void whenOwnEngineGoes(Runnable told);

    /**
     * Stores a value that calls read. From now on engines may fetch it by its number.
     *
     * @param id the number of the value, below 0
     */
    void share(long id, byte[] encoded);

    /** Drops a value that no call reads any more. */
    void unshare(long id);
}
