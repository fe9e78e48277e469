package org.moide.engine.data;

import java.util.function.BooleanSupplier;
import org.moide.balance.data.WrittenObject;

/**
 * A data object that a task has written, on its way to the coordinator.
 *
 * @param object what it is
 * @param isStored whether the coordinator has all of it
 */
public record WrittenData(WrittenObject object, BooleanSupplier isStored) {}
