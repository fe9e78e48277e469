/**
 * The meetings of threads inside one process: barriers and exchanges of an engine's threads, the marks by which a
 * waiting thread is seen, and distributed objects without a network.
 *
 * <p>{@code Team} and {@code Rendezvous} cost each thread one atomic addition for a meeting. {@code Waiter} is how one
 * thread waits at a {@code Signal}; while it waits its {@code WaitMark} says in which call, under a number that is odd
 * until the wait is over. {@code Liveness} says whether waiting still makes sense; its fields only ever go from alive
 * to a reason, and each change wakes every thread that waits. All of it runs on compute threads; no lock is taken.
 */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
