package org.moide.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How an application's tasks are written as bytes on their way to another engine, in place of Java serialization, which takes a
 * microsecond and more for each. Arrays of primitives and records of primitives need none. Any thread.
 *
 * @param <T> a task
 */
public interface TaskCodec<T> {
    /**
     * Writes all that {@link #read} needs.
     *
     * @throws IOException if the task cannot be written, which fails the send
     */
    void write(T task, DataOutput out) throws IOException;

    /**
     * Reads what {@link #write} has written: all of it, which is checked.
     *
     * @throws IOException if it is no task
     */
    T read(DataInput in) throws IOException;
}
