package org.moide.balance.loan;

/**
 * The room for the root's tasks while the strategy does not lend until the last is put.
 *
 * @param memoryBytes memory for the first tasks
 * @param shelf the place for the bytes of the others
 */
public record TaskRoom(long memoryBytes, TaskShelf shelf) {
    public TaskRoom {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException(
                    "expected no less than 0 bytes of memory for tasks, found " + memoryBytes);
        }
    }

    /** Closes the shelf. */
    public void close() {
        shelf.close();
    }

    /** Returns room for all tasks in memory. */
    public static TaskRoom unlimited() {
        return new TaskRoom(Long.MAX_VALUE, TaskShelf.inMemory());
    }
}
