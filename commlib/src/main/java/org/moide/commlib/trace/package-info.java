/**
 * Traces of compute threads: slices of what each of them does, written into a ring and taken as bytes.
 *
 * <p>A {@code ThreadTrace} belongs to its thread, which writes slices that nest; another thread takes them, and what
 * finds no room is dropped and counted. As long as nobody wants to know it costs a look at a field.
 * {@code ThreadTraces} holds those of all compute threads of an engine through its epochs.
 */
@NullMarked
package org.moide.commlib.trace;

import org.jspecify.annotations.NullMarked;
