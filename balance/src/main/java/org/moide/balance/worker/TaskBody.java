package org.moide.balance.worker;

/** A task's content: the sender's object, or its bytes after it has left its engine. */
@FunctionalInterface
public interface TaskBody {
    /**
     * Returns the content as bytes, which the caller must not change; encodes the object if needed. Called on threads
     * that may run user code, with no lock held.
     *
     * @throws ChangedTaskException if the object was changed after it was sent
     */
    byte[] bytes();
}
