package org.moide.coordinator.run.session;

import java.io.Serializable;
import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/**
 * Observes a run. Methods are called on the coordinator's control or results thread unless they say otherwise, and must
 * be quick.
 */
public interface RunObserver {
    /** Takes a line that the application reports, for standard output. */
    void line(String text);

    /** Takes a named result that the application reports. */
    void result(String name, Serializable value);

    /** Takes the progress of the work, in the unit {@code what}. */
    void progress(long done, long total, String what);

    /** Takes a line about the run itself, for standard error. */
    void note(String text);

    /** Takes the part of an engine's heartbeat that is about its threads' time, its work and its trace. Any thread. */
    default void beat(int seat, EngineReport.Beat beat) {}

    /** Takes the source for the state of the run's data objects. Called once, before there are engines. */
    default void objects(Supplier<ObjectsNow> now) {}

    /**
     * Returns an engine's report in the form that the run's core gets: without the parts that only observers need,
     * which go to {@link #beat}. Any thread.
     */
    default EngineReport heard(int seat, EngineReport report) {
        if (!(report instanceof EngineReport.Beat beat)
                || (beat.sight().isNone() && beat.trace().isNone())) {
            return report;
        }
        beat(seat, beat);
        return beat.without();
    }

    /**
     * Takes the shortcuts by which calls of a program's executor reach the engines. Called once, before there are
     * engines.
     */
    default void routes(CallRoutes routes) {}

    /** Takes answers of calls for the program that began the run. Any thread. */
    default void delivered(int seat, byte[] bytes) {}

    /**
     * Passes what the application reports to the method for its kind.
     *
     * @param seat the seat of the engine that reports it; {@link RunAct.Said#NO_ENGINE} for the coordinator
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
