/**
 * A running run: the threads that step its core, carry out the core's acts, merge results, and write journal and
 * checkpoints.
 *
 * <p>{@code RunSession} is the object that engines report to. It owns the thread {@code coordinator-control}; calls of
 * other threads only queue events. Each engine has an outbox, the queue of commands for it, with a thread
 * {@code coordinator-to-engine-n}. {@code DataRoot} has all data objects of the run; those that {@code createTasks}
 * shares by name have IDs below 0, and {@code SharedStore} knows their names. The objects that a task wrote become
 * readable when its loan is accepted. {@code RunDesk} passes commands to the control thread. {@code RunObserver}
 * observes the run; the times of threads come with heartbeats and reach observers without passing through the core.
 */
@NullMarked
package org.moide.coordinator.run.session;

import org.jspecify.annotations.NullMarked;
