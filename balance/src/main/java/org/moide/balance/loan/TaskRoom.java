package org.moide.balance.loan;

/**
 * The room for tasks that wait at the root, the member where tasks come from.
 *
 * @param memoryBytes the memory for tasks, used first
 * @param shelf the store for the bytes of further tasks
 */
public record TaskRoom(long memoryBytes, TaskShelf shelf) {
    public TaskRoom {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException(
                    "expected no less than 0 bytes of memory for tasks, found " + memoryBytes);
        }
    }

    /** Closes the store for the tasks that memory does not hold. */
    public void close() {
        shelf.close();
    }

    /** Returns a room in which memory holds all tasks. */
    public static TaskRoom unlimited() {
        return new TaskRoom(Long.MAX_VALUE, TaskShelf.inMemory());
    }
}
