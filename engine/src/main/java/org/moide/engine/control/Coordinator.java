package org.moide.engine.control;

/** The compute coordinator as its engines see it: a distributed object. */
public interface Coordinator {
    /** The name under which it is exported. */
    String NAME = "coordinator";

    /** Takes reports; repeats of a posting are dropped. */
    void post(Posting<EngineReport> posting);

    /** Takes the answer to a call that an engine was given by {@link Engine#runAlone}. */
    void answered(int engine, byte[] answer);
}
