package org.moide.coordinator.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.checkpoint.CheckpointName;
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

    /** Somebody wants engines changed, and says why; the answer is given once, on the control thread. */
    record ChangeWanted(ChangeOrder order, String why, Consumer<ChangeAnswer> answer) implements RunEvent {}

    /** The user wants to know how the run stands; answered on the control thread. */
    record StatusWanted(Consumer<RunStatus> answer) implements RunEvent {}

    /** The journal's records up to this one are on disk. */
    record JournalSynced(long upTo) implements RunEvent {}

    /** A checkpoint is written down as complete, or cannot be: {@code problem}, empty if it is. */
    record CommitWritten(CheckpointName checkpoint, String problem) implements RunEvent {}

    /**
     * The application's {@code createTasks} has returned.
     *
     * @param shared what engines may ask for, by name
     */
    record TasksCreated(List<byte[]> tasks, Map<String, byte[]> shared) implements RunEvent {
        public TasksCreated {
            tasks = List.copyOf(tasks);
            shared = Map.copyOf(shared);
        }

        /** Names and sizes. */
        Map<String, Long> sharedBytes() {
            Map<String, Long> sizes = new LinkedHashMap<>();
            shared.forEach((name, bytes) -> sizes.put(name, (long) bytes.length));
            return sizes;
        }
    }

    /** The application's {@code handleResults} has returned. */
    record ResultsHandled() implements RunEvent {}

    /** Application code threw on the coordinator. */
    record ApplicationFailed(EngineReport.Failed failure) implements RunEvent {}

    /** The user wants it to end. */
    record Interrupted() implements RunEvent {}
}
