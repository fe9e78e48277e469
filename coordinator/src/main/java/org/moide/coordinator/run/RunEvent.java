package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import org.moide.engine.control.EngineReport;

/** What can happen to a run, in the order in which the coordinator's control thread takes it. */
sealed interface RunEvent {
    record Reported(int engine, EngineReport report) implements RunEvent {}

    /** The engine's lifeline is there (again). */
    record LifelineOpened(int engine) implements RunEvent {}

    record LifelineClosed(int engine) implements RunEvent {}

    /** The engine's process has ended, as its parent says. */
    record EngineEnded(int engine, String cause) implements RunEvent {}

    /** An engine that was recruited is there, and waits to be registered. */
    record EngineMade(Seat seat) implements RunEvent {}

    /** An engine that was recruited will not come. */
    record EngineNotMade(int seat, String why) implements RunEvent {}

    /** The application's {@code createTasks} has returned. */
    record TasksCreated(List<byte[]> tasks, Map<String, Long> sharedBytes) implements RunEvent {
        public TasksCreated {
            tasks = List.copyOf(tasks);
            sharedBytes = Map.copyOf(sharedBytes);
        }
    }

    /** The application's {@code handleResults} has returned. */
    record ResultsHandled() implements RunEvent {}

    /** Application code threw on the coordinator. */
    record ApplicationFailed(EngineReport.Failed failure) implements RunEvent {}

    /** The user wants it to end. */
    record Interrupted() implements RunEvent {}
}
