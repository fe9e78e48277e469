/**
 * The core of a run, which makes all decisions but starts no thread and reads no clock, and the recording of all its
 * inputs.
 *
 * <p>{@code RunCore} takes a {@code RunCoreEvent} and the time, and returns {@code RunAct}s; the same arguments, events
 * and times give the same acts. It owns the state of the engines and the history of their changes, and has one part for
 * bags and one for SPMD applications. {@code RecordedCore} wraps it and records each event together with a number
 * computed from the returned acts. One thread, {@code coordinator-control}, calls both.
 */
@NullMarked
package org.moide.coordinator.run.core;

import org.jspecify.annotations.NullMarked;
