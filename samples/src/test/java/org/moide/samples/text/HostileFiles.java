package org.moide.samples.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.system.Mutation;
import org.moide.engine.UsageException;

/**
 * Tests a reader with wrong files of a format: each file must be read, or refused with a message, within limits of
 * memory and time. Wrong files are made from good ones by seeds: {@code -Dmoide.seed=4711} makes a certain file again,
 * {@code -Dmoide.seeds=100000} sets how many files are made, and {@code -Dmoide.first.seed=1} sets the first seed.
 */
public abstract class HostileFiles {
    private static final int IN_THE_GATE = 500;
    private static final int IN_FULL = 20_000;
    private static final long MOST_NANOS = 5_000_000_000L;
    private static final int LONGEST_MESSAGE = 600;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    /** Returns good files of the format. Different files use different parts of the reader. */
    protected abstract List<byte[]> good();

    /** Returns the name under which each file is written for the reader. */
    protected abstract String name();

    /** Reads a file as the program does. */
    protected abstract void read(Path file) throws Exception;

    /** Returns the seeds of files with which the reader had a fault in the past. */
    protected List<Long> found() {
        return List.of();
    }

    /** Returns whether the reader refuses a file by throwing this exception; any other exception is a fault. */
    protected boolean isRefusal(Exception failed) {
        return failed instanceof UsageException;
    }

    /** Returns how many bytes the reader may allocate in total while it reads a file of this length. */
    protected long mostBytes(long fileBytes) {
        return (16 << 20) + 2000 * fileBytes;
    }

    /** Returns the file that a seed makes from the good ones. */
    protected byte[] file(long seed) {
        return new Mutation(seed, good()).file();
    }

    @Test
    void shouldReadWhatIsGood() throws Exception {
        for (byte[] each : good()) {
            read(Files.write(folder.resolve(name()), each));
        }
    }

    @Test
    void shouldReadOrRefuseFilesThatAreWrongInAnyWay() throws Exception {
        long first = Long.getLong("moide.first.seed", 0);
        long one = Long.getLong("moide.seed", -1);
        LongStream seeds = one >= 0
                ? LongStream.of(one)
                : LongStream.concat(
                        found().stream().mapToLong(Long::longValue),
                        LongStream.range(first, first + Math.max(IN_THE_GATE, Long.getLong("moide.seeds", 0))));
        readOrRefuse(seeds.toArray());
    }

    @Test
    @Tag("full")
    @Timeout(600)
    void shouldReadOrRefuseManyFilesThatAreWrongInAnyWay() throws Exception {
        readOrRefuse(LongStream.range(IN_THE_GATE, IN_THE_GATE + IN_FULL).toArray());
    }

    private void readOrRefuse(long[] seeds) throws Exception {
        int read = 0;
        for (long seed : seeds) {
            read += isRead(seed, file(seed)) ? 1 : 0;
        }
        if (seeds.length >= IN_THE_GATE) {
            assertThat(read).as("files that are read").isBetween(1, seeds.length - 1);
        }
    }

    private boolean isRead(long seed, byte[] bytes) throws Exception {
        Path file = Files.write(folder.resolve(name()), bytes);
        String again = "-Dmoide.seed=" + seed;
        long begin = MEMORY.getCurrentThreadCpuTime(); // other programs slow down the clock
        long allocated = MEMORY.getCurrentThreadAllocatedBytes();
        boolean isRead = true;
        try {
            read(file);
        } catch (Exception failed) {
            if (!isRefusal(failed)) {
                throw new AssertionError(again, failed);
            }
            isRead = false;
            assertThat(failed.getMessage())
                    .as(again)
                    .contains(name())
                    .doesNotContain("Exception", "null", "java.")
                    .matches("[^\\p{Cc}\\p{Cf}]*(\\n[^\\p{Cc}\\p{Cf}]*)?")
                    .hasSizeLessThan(LONGEST_MESSAGE + folder.toString().length());
        } catch (Error failed) {
            throw new AssertionError(again, failed);
        }
        assertThat(MEMORY.getCurrentThreadAllocatedBytes() - allocated)
                .as(again + ", bytes asked for")
                .isLessThan(mostBytes(bytes.length));
        assertThat(MEMORY.getCurrentThreadCpuTime() - begin)
                .as(again + ", nanoseconds")
                .isLessThan(MOST_NANOS);
        return isRead;
    }
}
