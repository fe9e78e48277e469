/**
 * The stepped core of a run, and the recording of all that goes into it.
 *
 * <p>{@code RunCore} takes a {@code RunCoreEvent} and the time, and answers with {@code RunAct}s; the same arguments,
 * events and times give the same acts. It owns the engines' seats and the history of their changes, and has a part for
 * bags and one for SPMD. {@code RecordedCore} stands before it, and writes down each event with a number for what the
 * core wanted done. One thread, {@code coordinator-control}, steps both.
 */
@NullMarked
package org.moide.coordinator.run.core;

import org.jspecify.annotations.NullMarked;
