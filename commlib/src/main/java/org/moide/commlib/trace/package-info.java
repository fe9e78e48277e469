/**
 * Traces of compute threads: slices of what each thread does, recorded in a ring buffer and taken as bytes.
 *
 * <p>A {@code ThreadTrace} belongs to its thread, which records nested slices. Another thread takes them; events that
 * find no room are dropped and counted. If nothing records or listens, a report costs one read of a field. {@code
 * ThreadTraces} holds the traces of all compute threads of an engine through its epochs.
 */
@NullMarked
package org.moide.commlib.trace;

import org.jspecify.annotations.NullMarked;
