/**
 * The adapters of the ports to the real world: the only package that reads a clock, parks a thread or draws fresh
 * randomness.
 *
 * <p>Threads wait with {@code SpinThenParkSignal}: they spin, then yield, then park, by their {@code WaitPolicy}. A
 * thread on which others rely runs a {@code Loop}: a failed piece of its work does not stop it, and a failure that it
 * cannot survive ends the process or the run through {@code FatalErrors}. Besides these, there are small helpers that
 * every module needs: texts and properties of users, safe forms of foreign text, this host's own names. Few of them
 * have state: {@code OwnProcesses} records the processes that were started here, {@code LoggingFaultHandler} counts
 * faults.
 */
@NullMarked
package org.moide.commlib.system;

import org.jspecify.annotations.NullMarked;
