/**
 * Data objects that tasks read: task classes, the store of one engine, and the root's directory (TDC, §2.1 and §4).
 *
 * <p>{@code DataStore} decides what its engine fetches next, and what it drops to make room. It prepares classes of
 * waiting tasks one after the other. {@code DataDirectory} is the root's list of objects and of the members that have
 * copies. The root keeps all objects until the run ends, except those that members can compute again, so no object is
 * lost when an engine dies. Objects that {@code createTasks} shares are never dropped ({@code StoredObjects.share}). An
 * object written by a task counts when the root accepts the task's loan; tasks that wait for it are withheld until then
 * ({@code pool.ClassedTasks}). {@code DataStore} and {@code DataDirectory} are called step by step, and have neither
 * threads nor locks.
 */
@NullMarked
package org.moide.balance.data;

import org.jspecify.annotations.NullMarked;
