package org.moide.balance.worker;

/** The body of a task: the sender's object, or its bytes once it has left its engine. */
@FunctionalInterface
public interface TaskBody {
    /**
     * The bytes, not to be changed; encodes the object if it still is one. Called on threads that may run user code,
     * with no lock held.
     *
     * @throws ChangedTaskException if it is found that the object was changed after it was sent
     */
    byte[] bytes();
}
