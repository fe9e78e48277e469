package org.moide.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Encodes an application's tasks for their transfer to another engine. It replaces Java serialization, which takes more
 * than a microsecond for each task. Arrays of primitives and records of primitives need no codec. Any thread.
 *
 * @param <T> the type of a task
 */
public interface TaskCodec<T> {
    /**
     * Writes everything that {@link #read} needs.
     *
     * @throws IOException if the task cannot be written; the send fails then, or the run if the task is one of a bag
     */
    void write(T task, DataOutput out) throws IOException;

    /**
     * Reads a task that {@link #write} has written. An implementation must read all bytes; its caller checks that.
     *
     * @throws IOException if the bytes are no task
     */
    T read(DataInput in) throws IOException;
}
