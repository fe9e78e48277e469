package org.moide.balance.worker;

/** Makes tasks of bytes. */
@FunctionalInterface
public interface BodyReader {
    TaskBody body(byte[] bytes);

    /** Makes a task that was in a queue. */
    default WorkerTask task(WorkerImage.Queued queued) {
        return new WorkerTask(queued.from(), queued.planned(), queued.ask(), queued.asker(), body(queued.body()));
    }

    /** A task that has come from another process. */
    default WorkerTask task(WorkerMessage.Task message) {
        return new WorkerTask(message.from(), message.planned(), message.ask(), message.asker(), body(message.body()));
    }
}
