package org.moide.coordinator.run.session;

import java.io.Serializable;
import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/**
 * An observer of a run's events. Called on the coordinator's control thread, or on its results thread; calls must be
 * quick.
 */
public interface RunObserver {
    /** Takes a line of the application, for standard output. */
    void line(String text);

    /** Takes a named result of the application. */
    void result(String name, Serializable value);

    /** Takes the progress of the work. */
    void progress(long done, long total, String what);

    /** Takes a line about the run itself, for standard error. */
    void note(String text);

    /** Takes from a beat what an engine reports of its threads' time, of its work and of its trace. Any thread. */
    default void beat(int seat, EngineReport.Beat beat) {}

    /** Takes a source of the state of the run's data objects. Called once, before there are engines. */
    default void objects(Supplier<ObjectsNow> now) {}

    /**
     * Returns an engine's report as the run's core takes it. What only observers need is taken out and passed to
     * {@link #beat}. Any thread.
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
     * Takes the ways by which calls of a program's executor reach the engines. Called once, before there are any
     * engines.
     */
    default void routes(CallRoutes routes) {}

    /** Takes bytes that an application of our own delivers to the program that began the run. Any thread. */
    default void delivered(int seat, byte[] bytes) {}

    /**
     * Passes something that the application says to the method for its kind.
     *
     * @param seat the seat of the engine on which it is said; {@link RunAct.Said#NO_ENGINE} on the coordinator
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
