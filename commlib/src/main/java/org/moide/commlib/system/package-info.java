/**
 * The adapters behind the ports to the real world: the only package that reads a clock, parks a thread or asks for
 * fresh randomness.
 *
 * <p>{@code SpinThenParkSignal} is how threads wait: they spin, then yield, then park, as {@code WaitPolicy} says. A
 * thread that others rely on goes round by {@code Loop}: what goes wrong with one piece of its work costs that piece,
 * and what it cannot outlive ends the process or the run by way of {@code FatalErrors}. Beside those there are small
 * readers that every module needs: text and properties of users, visible forms of others' text, this host's own names.
 * Few of them keep a state: {@code OwnProcesses} knows the processes that were started here,
 * {@code LoggingFaultHandler} how often a fault came.
 */
@NullMarked
package org.moide.commlib.system;

import org.jspecify.annotations.NullMarked;
