/**
 * The trace of a run's threads as a file of the Trace Event format, which Perfetto opens; and such a file read again.
 *
 * <p>{@code TraceFile} has a thread, {@code trace-file}, that writes while the run goes on; if the disk is too slow,
 * chunks are dropped and counted. {@code TraceWriter} puts the engines' clocks together, and {@code CollectiveWaits} finds for
 * whom threads waited in collectives.
 */
@NullMarked
package org.moide.command.trace;

import org.jspecify.annotations.NullMarked;
