package org.moide.engine.control;

/** The compute coordinator as its engines see it: a distributed object. */
public interface Coordinator {
    /** The name under which it is exported. */
    String NAME = "coordinator";

    /** Takes reports; repeats of a posting are dropped. */
    void post(Posting<EngineReport> posting);

    /** What came of a call that an engine had from {@link Engine#runAlone}. */
    void answered(int engine, byte[] answer);
}
