/**
 * The trace of a run's threads as a file in the Trace Event format, which Perfetto opens, and a reader of such files.
 *
 * <p>{@code TraceFile} has a thread {@code trace-file} that writes during the run; if the disk is too slow, chunks are
 * dropped and counted. {@code TraceWriter} aligns the engines' clocks, and {@code CollectiveWaits} finds the threads
 * for which others waited in collective operations.
 */
@NullMarked
package org.moide.command.trace;

import org.jspecify.annotations.NullMarked;
