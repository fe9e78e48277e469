/**
 * Computing power: the work that a short calibrated computation does per second of processor time. It is measured in
 * the JVM that will compute, since another JVM on the same processor has another power.
 *
 * <p>{@code PowerMeter} measures once, in the thread that asks first, and keeps the result in memory and in a file that
 * several processes share; other threads wait for it. It measures thread-CPU time: beside two busy loops, rates by
 * wall-clock time fall to a third.
 */
@NullMarked
package org.moide.monitor.power;

import org.jspecify.annotations.NullMarked;
