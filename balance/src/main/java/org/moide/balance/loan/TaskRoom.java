package org.moide.balance.loan;

/**
 * The room for the root's tasks while a strategy waits for the last of them.
 *
 * @param memoryBytes what the first of them may take in memory
 * @param shelf where the bytes of the others are
 */
public record TaskRoom(long memoryBytes, TaskShelf shelf) {
    public TaskRoom {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException(
                    "expected no less than 0 bytes of memory for tasks, found " + memoryBytes);
        }
    }

    /** The shelf is not needed any more. */
    public void close() {
        shelf.close();
    }

    /** Makes room for all of them in memory. */
    public static TaskRoom unlimited() {
        return new TaskRoom(Long.MAX_VALUE, TaskShelf.inMemory());
    }
}
