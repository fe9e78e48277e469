package org.moide.engine.data;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * A data object that a task has written, on its way to the coordinator unless it can be made again.
 *
 * @param number from 1, each once for an engine; {@link #NOT_SENT} if it stays here
 * @param stored what it is, once the coordinator has all of it; null before
 */
public record WrittenData(long number, Supplier<@Nullable WrittenObject> stored) {
    /** In place of a number. */
    static final long NOT_SENT = 0;
}
