package org.moide.engine.control;

import java.util.List;
import org.moide.balance.loan.Letter;

/**
 * The remote interface of a compute engine, which the coordinator and other engines call (MOIDE, §3.2, the interface
 * {@code Engine}). Calls return at once; an engine answers them by an {@link EngineReport}.
 */
public interface Engine {
    /** Prefix of the name under which an engine is exported. */
    String NAME = "engine-";

    /** Takes commands of the coordinator. A posting (batch of messages) that arrives again is dropped. */
    void post(Posting<EngineCommand> posting);

    /**
     * Takes letters, which are messages about loans of tasks, from another engine. They may arrive repeatedly and in
     * any order; letters contain numbers by which their handler detects that.
     */
    void deliver(List<Letter> letters);

    /**
     * Runs a single call of an executor directly, without the bag of tasks. Used while no other call is open.
     * {@link Coordinator#answered} takes the answer.
     *
     * @return false if the engine cannot run it now; the caller then puts the call into the bag
     */
    boolean runAlone(byte[] call);
}
