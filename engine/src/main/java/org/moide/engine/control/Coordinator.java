package org.moide.engine.control;

/** The remote interface of a run's coordinator, which its engines call. */
public interface Coordinator {
    /** Name under which the coordinator is exported. */
    String NAME = "coordinator";

    /** Takes reports from an engine. A posting (batch of messages) that arrives again is dropped. */
    void post(Posting<EngineReport> posting);

    /** Takes the answer to a call that {@link Engine#runAlone} gave to an engine. */
    void answered(int engine, byte[] answer);
}
