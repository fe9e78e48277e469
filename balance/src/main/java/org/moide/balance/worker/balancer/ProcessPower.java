package org.moide.balance.worker.balancer;

/**
 * The computing power of a process.
 *
 * @param threads the number of its threads for tasks
 * @param power the speed of one of these threads, in a unit common to all processes
 */
public record ProcessPower(int threads, double power) {
    public ProcessPower {
        if (threads < 1 || !(power > 0 && power < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "expected at least 1 thread and a power above 0, found " + threads + " of power " + power);
        }
    }
}
