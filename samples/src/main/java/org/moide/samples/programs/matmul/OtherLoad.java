package org.moide.samples.programs.matmul;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.locks.LockSupport;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;

/**
 * Simulates the load of other programs on the hosts, as in SAMBA's experiment. A task takes as much longer as if it
 * shared its processor with such programs. Strategies are not told of them.
 *
 * @param programs for each of the first engines, the number of programs on each processor; after the last number, the
 *     first is used again
 */
record OtherLoad(List<Integer> programs) {
    private static final int MOST = 100;

    OtherLoad {
        programs = List.copyOf(programs);
    }

    static OtherLoad of(Arguments arguments) {
        String text = arguments.text("--load", "0");
        List<Integer> programs = new ArrayList<>();
        new StringTokenizer(text, ",").asIterator().forEachRemaining(word -> programs.add(number(text, (String) word)));
        if (programs.isEmpty()) {
            throw wrong(text);
        }
        return new OtherLoad(programs);
    }

    private static int number(String text, String word) {
        try {
            int number = Integer.parseInt(word.strip());
            if (number >= 0 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw wrong(text);
    }

    private static UsageException wrong(String text) {
        return new UsageException(
                "--load: expected how many other programs run on each processor of the engines in turn," + " 0 to "
                        + MOST + ", as in 0,1,2,3, found '" + text + "'");
    }

    /**
     * Waits for as long as the other programs would have used the processor.
     *
     * @param nanos the time that the task has computed
     * @throws InterruptedException if the run ends meanwhile
     */
    void share(int engine, long nanos) throws InterruptedException {
        long others = programs.get(engine % programs.size()) * nanos;
        long end = System.nanoTime() + others;
        for (long left = others; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("the run ended while others had the processor");
            }
        }
    }
}
