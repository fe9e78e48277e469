package org.moide.engine.data;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * A data object that a task has written. It is sent to the coordinator, unless it can be computed again.
 *
 * @param number the number of the write, from 1 on, unique within an engine; {@link #NOT_SENT} if the object is not
 *     sent
 * @param stored returns the object's description after the coordinator has stored the object; null before
 */
public record WrittenData(long number, Supplier<@Nullable WrittenObject> stored) {
    /** Number of an object that is not sent to the coordinator. */
    static final long NOT_SENT = 0;
}
