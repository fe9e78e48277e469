package @package@;

import java.util.Set;
import java.util.stream.IntStream;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Counts primes. A task is a block of numbers, named by the first; its result is how many primes are in the block. */
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

    /** Once, before any engine is started. */
    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of("--blocks"), Set.of(), 0);
        blocks(arguments);
    }

    private static int blocks(Arguments arguments) {
        return arguments.count("--blocks", 1_000, 1, 100_000);
    }

    /** Once, where the command was started. */
    @Override
    public void createTasks(TaskContext<Integer> context) {
        for (int block = 0; block < blocks(context.arguments()); block++) {
            context.put(block * BLOCK);
        }
    }

    /** Once for each task, on any thread of any engine. */
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

    /** In any order: results come as tasks end. */
    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    /** Once, when every task has been done. */
    @Override
    public void handleResults(Long primes, Report report) {
        report.put("primes", primes);
    }
}
