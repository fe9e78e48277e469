package org.moide.engine.control;

import java.util.List;
import org.moide.balance.loan.Letter;

/**
 * A compute engine as the coordinator and other engines see it (MOIDE, §3.2, the interface {@code Engine}): a
 * distributed object. Calls hand over and return; what they ask for is answered by a {@link EngineReport}.
 */
public interface Engine {
    /** The name under which every engine process exports it. */
    String NAME = "engine-";

    /** Takes commands; repeats of a posting are dropped. */
    void post(Posting<EngineCommand> posting);

    /**
     * Takes letters about tasks from another engine. They may come again, or in any order: the balancing's own numbers
     * tell.
     */
    void deliver(List<Letter> letters);

    /**
     * Runs a call of a program's executor, while no other is open: past the bag, and answered by
     * {@link Coordinator#answered}.
     *
     * @return false if it cannot now: then it goes the usual way
     */
    boolean runAlone(byte[] call);
}
