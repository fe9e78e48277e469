package org.moide.coordinator.run.session;

import java.io.Serializable;
import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/** Is told what happens in a run. Called on the coordinator's control thread, or on its results thread; quick. */
public interface RunObserver {
    /** A line of the application, for standard output. */
    void line(String text);

    /** A named result of the application. */
    void result(String name, Serializable value);

    /** How far the work is. */
    void progress(long done, long total, String what);

    /** A line about the run itself, for standard error. */
    void note(String text);

    /** What an engine says of its threads' time, of what it did and of its trace, as it comes with a beat. Any thread. */
    default void beat(int seat, EngineReport.Beat beat) {}

    /** Who looks on may ask this how the run's data objects stand. Once, before there are engines. */
    default void objects(Supplier<ObjectsNow> now) {}

    /**
     * What an engine says, as the run's core hears it: without what is only for those who look on, and is told here.
     * Any thread.
     */
    default EngineReport heard(int seat, EngineReport report) {
        if (!(report instanceof EngineReport.Beat beat)
                || (beat.sight().isNone() && beat.trace().isNone())) {
            return report;
        }
        beat(seat, beat);
        return beat.without();
    }

    /** How calls of a program's executor reach the engines. Once, before there are any. */
    default void routes(CallRoutes routes) {}

    /** An application of our own has this for whoever began the run. Any thread. */
    default void delivered(int seat, byte[] bytes) {}

    /**
     * What the application says, in one of the ways above.
     *
     * @param seat of the engine that it says it on; {@link RunAct.Said#NO_ENGINE} if on the coordinator
     */
    default void said(int seat, Utterance utterance) {
        utterance.handle(new Utterance.Handler() {
            @Override
            public void result(Utterance.Result result) {
                RunObserver.this.result(result.name(), result.value());
            }

            @Override
            public void line(Utterance.Line line) {
                RunObserver.this.line(line.text());
            }

            @Override
            public void progress(Utterance.Progress progress) {
                RunObserver.this.progress(progress.done(), progress.total(), progress.what());
            }

            @Override
            public void payload(Utterance.Payload payload) {
                delivered(seat, payload.bytes());
            }
        });
    }
}
