package org.moide.coordinator.run.results;

import java.util.function.Consumer;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.executor.CallSource;

/** The program whose executor a run is: calls come from it, and what comes of them goes to it. */
public interface ProgramLink extends CallSource {
    /** Engines are told like this which calls are not wanted any more. Once, before {@link #take}. */
    void cancelsBy(Consumer<EngineCommand.CancelCalls> cancel);

    /** What came of calls, from the engine of this seat. The control thread; does not block. */
    void delivered(int seat, byte[] answers);
}
