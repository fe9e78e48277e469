package org.moide.engine.data;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * A data object that a task has written, on its way to the coordinator.
 *
 * @param number from 1, each once for an engine
 * @param stored what it is, once the coordinator has all of it; null before
 */
public record WrittenData(long number, Supplier<@Nullable WrittenObject> stored) {}
