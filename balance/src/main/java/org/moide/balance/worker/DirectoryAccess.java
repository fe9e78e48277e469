package org.moide.balance.worker;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The directory as messages come to it, at the process that has it. What belongs before a cut that it has passed is
 * kept beside it. Each call answers with what is to be sent on.
 *
 * <p><b>Threads.</b> Any.
 */
final class DirectoryAccess {
    private final int process;
    private final Residents residents;
    private final Cut cut;
    private final @Nullable Directory directory;

    /** @param directory null if it is at another process */
    DirectoryAccess(int process, Residents residents, Cut cut, @Nullable Directory directory) {
        this.process = process;
        this.residents = residents;
        this.cut = cut;
        this.directory = directory;
    }

    boolean isHere() {
        return directory != null;
    }

    /**
     * There is a worker that was not declared.
     *
     * @throws IllegalArgumentException if there was one of this number, or it begins after one that begins after it
     */
    List<WorkerMessage> begun(WorkerMessage.Begun begun) {
        return at(begun, its -> {
            if (!its.startsOnce(begun.worker())) {
                throw new IllegalArgumentException("worker " + begun.worker() + " was started twice");
            }
            residents.learn(begun.worker(), begun.place());
            return its.begun(begun);
        });
    }

    List<WorkerMessage> ended(WorkerMessage.Ended ended) {
        residents.learn(ended.worker(), ended.place());
        return at(ended, its -> its.ended(ended.worker()));
    }

    List<WorkerMessage> dependent(WorkerMessage.Dependent dependent) {
        return at(dependent, its -> its.dependent(dependent.after(), dependent.task()));
    }

    List<WorkerMessage> handled(WorkerMessage.Handled handled) {
        return at(handled, its -> its.handled(handled.planned()));
    }

    /** A task for a worker of which nobody has heard. */
    List<WorkerMessage> keep(WorkerMessage.Task task) {
        at(task, its -> {
            its.keep(task);
            return List.of();
        });
        if (residents.placeOf(task.to()) == null) {
            return List.of();
        }
        // It has begun meanwhile.
        return required().begun(new WorkerMessage.Begun(task.to(), new Place(process, 1), List.of(), task.cut()));
    }

    private List<WorkerMessage> at(WorkerMessage message, Function<? super Directory, List<WorkerMessage>> does) {
        Directory its = required();
        synchronized (its) {
            if (message.cut() < its.cut()) {
                cut.late(message);
            }
            return does.apply(its);
        }
    }

    private Directory required() {
        if (directory == null) {
            throw new IllegalStateException("process " + process + ": expected what is for the directory at process 0");
        }
        return directory;
    }
}
