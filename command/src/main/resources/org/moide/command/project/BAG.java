package @package@;

import java.util.Set;
import java.util.stream.IntStream;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Counts primes. A task is a block of numbers, identified by its first number; its result is the number of primes in
 * the block.
 */
public final class @class@ implements TaskApplication<Integer, Long> {
    private static final int BLOCK = 10_000;

    @Override
    public String summary() {
        return "counts primes";
    }

    @Override
    public String usage() {
        return "--blocks n   how many blocks of " + BLOCK + " numbers; default 1000";
    }

    /** Checks the arguments. Called once, before any engine starts. */
    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of("--blocks"), Set.of(), 0);
        blocks(arguments);
    }

    private static int blocks(Arguments arguments) {
        return arguments.count("--blocks", 1_000, 1, 100_000);
    }

    /** Creates the tasks. Called once, in the process where the command was started. */
    @Override
    public void createTasks(TaskContext<Integer> context) {
        for (int block = 0; block < blocks(context.arguments()); block++) {
            context.put(block * BLOCK);
        }
    }

    /** Executes one task. Called on any thread of any engine. */
    @Override
    public Long executeTask(Integer first, TaskContext<Integer> context) {
        return IntStream.range(first, first + BLOCK).filter(@class@::isPrime).count();
    }

    private static boolean isPrime(int number) {
        return number > 1 && IntStream.rangeClosed(2, (int) Math.sqrt(number)).noneMatch(d -> number % d == 0);
    }

    @Override
    public Long identity() {
        return 0L;
    }

    /** Combines two results. Called in any order, since tasks end in any order. */
    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    /** Reports the final result. Called once, after all tasks are done. */
    @Override
    public void handleResults(Long primes, Report report) {
        report.put("primes", primes);
    }
}
