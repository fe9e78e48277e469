package org.moide.engine.data;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * A data object that a task has written, on its way to the coordinator unless it can be made again.
 *
 * @param number the object's number, from 1 on, each once for an engine; {@link #NOT_SENT} if the object stays here
 * @param stored gives the object once the coordinator has all of it; null before
 */
public record WrittenData(long number, Supplier<@Nullable WrittenObject> stored) {
    /** The number of an object that is not sent. */
    static final long NOT_SENT = 0;
}
