/**
 * The meetings of threads inside one process: barriers and exchanges of an engine's threads, the marks by which other
 * threads see what a thread waits for, and distributed objects without a network.
 *
 * <p>A meeting of {@code Team} and {@code Rendezvous} costs each thread one atomic addition. With a {@code Waiter}, a
 * thread waits on a {@code Signal}. Meanwhile its {@code WaitMark} shows the call, under a number that is odd until
 * the wait ends. {@code Liveness} says whether a wait can still succeed; its fields change only from alive to a
 * reason, and each change wakes all waiting threads. All of it runs on compute threads, without locks.
 */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
