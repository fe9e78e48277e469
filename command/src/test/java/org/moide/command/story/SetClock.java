package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A wall clock that a test sets for some processes. A preloaded library adds an offset, which it reads from a file, to
 * the C library's wall clock. Monotonic clocks stay unchanged, as when the clock of a real host is set.
 */
final class SetClock {
    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <stdint.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <time.h>
            #include <unistd.h>

            static volatile int64_t *ahead;

            __attribute__((constructor)) static void find(void) {
                int file = open(getenv("MOIDE_TEST_CLOCK"), O_RDONLY);
                void *memory = mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
                ahead = memory == MAP_FAILED ? 0 : memory;
            }

            int clock_gettime(clockid_t which, struct timespec *now) {
                int result = syscall(SYS_clock_gettime, which, now);
                if (result == 0 && ahead && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) {
                    now->tv_sec += *ahead;
                }
                return result;
            }

            int gettimeofday(struct timeval *now, void *zone) {
                struct timespec precise;
                clock_gettime(CLOCK_REALTIME, &precise);
                now->tv_sec = precise.tv_sec;
                now->tv_usec = precise.tv_nsec / 1000;
                return 0;
            }

            time_t time(time_t *into) {
                struct timespec precise;
                clock_gettime(CLOCK_REALTIME, &precise);
                if (into) {
                    *into = precise.tv_sec;
                }
                return precise.tv_sec;
            }
            """;

    private final Path library;
    private final Path file;

    private SetClock(Path library, Path file) {
        this.library = library;
        this.file = file;
    }

    /** Returns whether this machine has a C compiler, which builds the library. */
    static boolean isPossible() {
        try {
            return new ProcessBuilder("gcc", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException none) {
            return false;
        }
    }

    /** Creates a clock without an offset. */
    static SetClock make(Path folder, String name) throws IOException {
        SetClock made = new SetClock(folder.resolve(name + ".so"), folder.resolve(name + ".ahead"));
        made.jump(Duration.ZERO);
        Path source = Files.writeString(folder.resolve(name + ".c"), SOURCE);
        Process compiler = new ProcessBuilder(
                        "gcc", "-shared", "-fPIC", "-O1", "-o", made.library.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiler.onExit().join().exitValue()).as("gcc: %s", said).isZero();
        return made;
    }

    /** Returns the words to put before a command that is to have this clock. Its child processes have it too. */
    List<String> by() {
        return List.of("env", "LD_PRELOAD=" + library, "MOIDE_TEST_CLOCK=" + file);
    }

    /** Returns the time that a JVM with this clock reads. */
    long tellsMillis() throws IOException {
        List<String> command = new ArrayList<>(by());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SetClock.class.getName()));
        Process told = new ProcessBuilder(command).start();
        return Long.parseLong(new String(told.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    /** Prints the JVM's time. */
    public static void main(String[] none) {
        System.out.println(System.currentTimeMillis());
    }

    /** Sets the clock's offset from now on. */
    void jump(Duration ahead) throws IOException {
        byte[] seconds = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(ahead.toSeconds())
                .array();
        Files.write(file, seconds, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
