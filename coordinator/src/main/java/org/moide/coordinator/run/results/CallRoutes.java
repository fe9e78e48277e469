package org.moide.coordinator.run.results;

import java.util.Set;
import java.util.function.IntConsumer;
import org.moide.engine.control.EngineCommand;

/**
 * Shortcuts by which calls of a program's executor reach a run's engines without passing through the run's core.
 * Thread-safe. Methods do not block, except on the disk when shared values do not fit into memory.
 */
public interface CallRoutes {
    void cancel(EngineCommand.CancelCalls calls);

    /** Sends news of calls that calls have submitted to the engine with this seat; drops it if that engine is gone. */
    void tell(int seat, byte[] news);

    /** Returns the seats of the engines that are there. */
    Set<Integer> seats();

    /** Calls {@code told} with the seat of each engine that ends its part in the run or is lost. */
    void whenEngineGoes(IntConsumer told);

    /**
     * Gives a call to the engine in this JVM while no other call is open. If that engine ends,
     * {@link #whenOwnEngineGoes} tells that the call may be lost; it is also lost with the coordinator.
     *
     * @return false if there is no such engine, or it cannot take the call now
     */
    boolean runAlone(byte[] call);

    /**
     * Calls {@code told} once when the engine in this JVM ends its part in the run; its calls may then stay without an
     * answer. Must be called before the first call is given.
     */
    void whenOwnEngineGoes(Runnable told);

    /** Stores a value that calls read. From now on engines may ask for it by its number, which is below 0. */
    void share(long id, byte[] encoded);

    /** Drops a value that no call reads any more. */
    void unshare(long id);
}
