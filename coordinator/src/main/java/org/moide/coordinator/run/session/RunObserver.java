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
    /** Receives a line that the application reports, for standard output. */
    void line(String text);

    /** Receives a named result that the application reports. */
    void result(String name, Serializable value);

    /** Receives the progress of the work, in the unit {@code what}. */
    void progress(long done, long total, String what);

    /** Receives a line about the run itself, for standard error. */
    void note(String text);

    /**
     * Receives the part of an engine's heartbeat that is about its threads' times, its work and its trace. May be
     * called on any thread.
     */
    default void beat(int seat, EngineReport.Beat beat) {}

    /**
     * Receives a source that gives the state of the run's data objects at any time. Called once, before there are
     * engines.
     */
    default void objects(Supplier<ObjectsNow> now) {}

    /**
     * Splits the report of an engine. Passes the part that is for observers to {@link #beat}, and returns the part that
     * the run's core needs. May be called on any thread.
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
     * Receives the shortcuts by which calls that a program submits to its executor reach the engines. Called once,
     * before there are engines.
     */
    default void routes(CallRoutes routes) {}

    /**
     * Receives what engines answer to the calls of the program for which the run was begun. May be called on any
     * thread.
     */
    default void delivered(int seat, byte[] bytes) {}

    /**
     * Passes something that the application reports, which is a line, a result or its progress, to the method of this
     * observer for it.
     *
     * @param seat the number of the engine that reports it; {@link RunAct.Said#NO_ENGINE} for the coordinator
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
