package org.moide.balance.worker;

/** A factory that makes a worker's tasks from their encoded bodies. */
@FunctionalInterface
public interface BodyReader {
    TaskBody body(byte[] bytes);

    /** Makes a task from an entry of the queue that a moved worker has brought with it. */
    default WorkerTask task(WorkerImage.Queued queued) {
        return new WorkerTask(queued.from(), queued.planned(), queued.ask(), queued.asker(), body(queued.body()));
    }

    /** Makes a task from a message of another process. */
    default WorkerTask task(WorkerMessage.Task message) {
        return new WorkerTask(message.from(), message.planned(), message.ask(), message.asker(), body(message.body()));
    }
}
