package org.moide.coordinator.run;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.EngineReport;
import org.moide.engine.host.ExitCall;

/**
 * Ends a run when the JVM ends. After Ctrl-C or SIGTERM the run is interrupted; after {@code System.exit} by the
 * application it fails. The JVM waits a few seconds until the run has ended.
 */
final class EndWithJvm {
    /**
     * The number of seconds that a run gets after Ctrl-C to end by itself, before the JVM ends anyway. Engines that
     * still run then end because they lose their connection to the coordinator.
     */
    private static final long END_SECONDS = 4;

    private final Consumer<String> notes;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable Thread hook; // belongs to the thread that runs the application
    private final EndWish wish = new EndWish();

    EndWithJvm(Consumer<String> notes) {
        this.notes = notes;
    }

    /** Makes the session end when the JVM ends. A session is the part of a run that controls the run's engines. */
    void end(RunSession session) {
        Thread added = new Thread(() -> endAndWait(session), "moide-run-end");
        Runtime.getRuntime().addShutdownHook(added);
        hook = added;
        wish.endsBy(() -> session.end(new RunCoreEvent.Interrupted()));
    }

    /** Undoes {@link #end}, because the session is over and other runs may follow in this JVM. */
    void over() {
        over.countDown();
        Thread added = hook;
        if (added != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(added);
            } catch (IllegalStateException ending) {
                // The JVM is ending already and runs its hooks.
            }
        }
    }

    /** Ends the run like Ctrl-C, now or as soon as it has begun. May be called on any thread. */
    void endNow() {
        wish.end();
    }

    private void endAndWait(RunSession session) {
        if (over.getCount() == 0) {
            return;
        }
        session.end(how());
        try {
            if (!over.await(END_SECONDS, TimeUnit.SECONDS)) {
                notes.accept("not everything has ended yet; engines end by themselves when this process is gone");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static RunCoreEvent how() {
        List<ExitCall> calls = ExitCall.underWay();
        if (calls.isEmpty()) {
            return new RunCoreEvent.Interrupted();
        }
        String where = calls.get(0).where();
        String said = "the application called System.exit in " + where
                + ", in the coordinator's own JVM; a task or thread that gives up throws";
        return new RunCoreEvent.ApplicationFailed(EngineReport.Failed.ofSystem(where, said));
    }
}
