/**
 * Data objects that tasks read: the classes of tasks that read them, the store of one engine, and the root's directory
 * (TDC, §2.1 and §4).
 *
 * <p>{@code DataStore} decides what its engine fetches next, and what makes room: classes whose tasks wait are made
 * ready one after the other. {@code DataDirectory} is the root's list of objects and of who has copies; the root has
 * all objects to the end of the run but those that members can make again, so none is lost with an engine. What
 * {@code createTasks} shares is among them and is never dropped ({@code StoredObjects.share}). What a task has written
 * counts when the root accepts its loan; tasks that wait for it are withheld until then ({@code pool.ClassedTasks}).
 * Both cores are stepped, and have no thread and no lock.
 */
@NullMarked
package org.moide.balance.data;

import org.jspecify.annotations.NullMarked;
