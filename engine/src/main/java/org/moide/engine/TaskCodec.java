package org.moide.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes an application's tasks as bytes when they go to another engine, in place of Java serialization, which takes a
 * microsecond and more for each. Arrays of primitives and records of primitives need no codec. Any thread.
 *
 * @param <T> a task
 */
public interface TaskCodec<T> {
    /**
     * Writes everything that {@link #read} needs.
     *
     * @throws IOException if the task cannot be written; then the send fails
     */
    void write(T task, DataOutput out) throws IOException;

    /**
     * Reads a task that {@link #write} has written; must read all its bytes, which is checked.
     *
     * @throws IOException if the bytes are no task
     */
    T read(DataInput in) throws IOException;
}
