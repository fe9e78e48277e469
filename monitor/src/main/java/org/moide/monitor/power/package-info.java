/**
 * Computing power: work per thread-CPU second of a short calibrated kernel, measured in the JVM that will compute,
 * since another JVM on the same processor has another power.
 *
 * <p>{@code PowerMeter} measures once, in the thread that asks first, and remembers it in memory and in a file that
 * several processes share; the others wait for it. Thread-CPU time is the measure: beside two busy loops wall-clock
 * rates fall to a third.
 */
@NullMarked
package org.moide.monitor.power;

import org.jspecify.annotations.NullMarked;
