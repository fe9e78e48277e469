package org.moide.engine.control;

/**
 * A compute engine as the coordinator sees it (MOIDE, §3.2, the interface {@code Engine}): a distributed object. Calls
 * hand over and return; what they ask for is answered by a {@link EngineReport}.
 */
public interface Engine {
    /** The name under which every engine process exports it. */
    String NAME = "engine-";

    /** Takes commands; repeats of a posting are dropped. */
    void post(Posting<EngineCommand> posting);
}
