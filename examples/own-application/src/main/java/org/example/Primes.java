package org.example;

import java.util.stream.LongStream;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Counts the primes below ten million: 200 tasks of unequal cost, on all threads of all engines. */
public final class Primes implements TaskApplication<Integer, Long> {
    public void createTasks(TaskContext<Integer> context) {
        for (int block = 0; block < 200; block++) context.put(block);
    }
    public Long identity() { return 0L; }
    public Long executeTask(Integer block, TaskContext<Integer> context) {
        return LongStream.range(block * 50_000L, (block + 1) * 50_000L).filter(Primes::isPrime).count();
    }
    public Long merge(Long left, Long right) { return left + right; }
    public void handleResults(Long primes, Report report) { report.put("primes", primes); }

    private static boolean isPrime(long n) {
        return n > 1 && LongStream.rangeClosed(2, (long) Math.sqrt(n)).noneMatch(d -> n % d == 0);
    }
}
