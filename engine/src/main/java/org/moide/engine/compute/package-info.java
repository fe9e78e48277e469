/**
 * The parts that compute threads of bags, SPMD applications and workers have in common: their view of the engine, its
 * messages across registrations, their interrupts, their output to the coordinator, and reports of the application's
 * failures.
 *
 * <p>The packages of the three kinds depend on this one, not on each other. It starts no thread. {@code Interrupts}
 * distinguishes interrupts that end a run or epoch from those that the application sends to its own threads.
 * {@code GrowingComm} keeps the messages of several registrations while engines are added: threads send through the
 * newest, and receive through all.
 */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
