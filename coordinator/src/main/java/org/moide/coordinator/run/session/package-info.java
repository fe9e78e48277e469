/**
 * A run as it goes: the threads that step its core, do what it wants done, take results, and keep journal and
 * checkpoints.
 *
 * <p>{@code RunSession} is the object that engines report to, and owns {@code coordinator-control}; what others call
 * only queues events. Each engine has an outbox, {@code coordinator-to-engine-n}. {@code DataRoot} has all data objects
 * of the run, those that {@code createTasks} shares by IDs below 0 ({@code SharedStore} has the names), and
 * {@code publish}es what a task wrote when its loan is accepted. {@code RunDesk} answers commands by way of the control
 * thread. {@code RunObserver} is told what happens: times of threads come with beats and go past the core to whoever
 * looks on.
 */
@NullMarked
package org.moide.coordinator.run.session;

import org.jspecify.annotations.NullMarked;
