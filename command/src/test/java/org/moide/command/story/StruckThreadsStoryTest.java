package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests errors in each thread of a process, one thread in each run, in the middle of the run. The process either serves
 * as before or ends with an exit code, and no run waits for ever.
 */
@Tag("full")
@Timeout(1_200)
class StruckThreadsStoryTest {
    private static final Duration LONGEST = Duration.ofSeconds(90);

    /**
     * The number of the method, counted from 1 among the methods that a thread enters, in which the error is thrown.
     */
    private static final int ENTRY = Integer.getInteger("moide.entry", 1);

    /** The pattern of the names of threads that get an error. */
    private static final String THREADS = System.getProperty("moide.threads", ".*");

    private final Set<String> tried = new TreeSet<>();
    private final Set<String> met = new TreeSet<>();
    private SleepingTasks tasks;

    @TempDir
    Path home;

    @BeforeEach
    void compile() throws IOException {
        tasks = SleepingTasks.compile(home, 40);
        MoideProcess.start(home, "key", "create").awaitSuccess();
    }

    /** Prints which threads threw the error, and which entered no method. */
    @AfterEach
    void tell() {
        tried.removeAll(met);
        System.out.println("met the error: " + met + "; did not: " + tried);
        assertThat(met).as("threads that met the error").isNotEmpty();
    }

    private static List<String> java(Striker striker) {
        List<String> words = new ArrayList<>(StoryClasses.java());
        words.add(1, striker.option());
        return words;
    }

    private void forgetBegins() throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("began-")) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Injects an error into a thread of a kind that was not tried before.
     *
     * @return the kind of thread; null if all have been tried
     */
    private String plantInNext(Striker striker) {
        for (String name : striker.threads()) {
            String role = name.replaceAll("-of-.*|-[0-9]{4,}.*", "");
            if (role.matches(THREADS) && tried.add(role)) {
                striker.plant(name, ENTRY);
                return role;
            }
        }
        return null;
    }

    private static void awaitEnd(MoideProcess process, String struck) throws Exception {
        try {
            Awaitility.await(struck).atMost(LONGEST).until(() -> !process.isAlive());
        } catch (ConditionTimeoutException hangs) {
            process.tellOfThreads();
            process.endsSoon();
            throw new AssertionError(struck + ", and there was no end within " + LONGEST + ": " + process, hangs);
        }
    }

    private String about(Striker striker, String thread) {
        if (!striker.struck().isEmpty()) {
            met.add(thread);
        }
        return "the thread " + thread + " was struck in '" + striker.struck() + "'";
    }

    /**
     * Runs an application with an error in one thread of the daemon, then another run on the same daemon.
     *
     * @return false if all kinds of threads were tried before
     */
    private boolean strikeDaemon() throws Exception {
        try (Striker striker = new Striker();
                MoideProcess process =
                        MoideProcess.start(home, home, java(striker), "engine", "--bind", "127.0.0.1", "--port", "0")) {
            striker.attach();
            Daemon daemon = Daemon.of(process, "127.0.0.1");
            String thread;
            try (MoideProcess run = tasks.run("--hosts", daemon.address(), "--no-progress")) {
                tasks.awaitBeginOn(1);
                thread = plantInNext(striker);
                if (thread == null) {
                    return false;
                }
                tasks.letGo();
                awaitEnd(run, "the thread " + thread + " was struck");
            }
            try (MoideProcess next =
                    MoideProcess.start(home, "run", "--no-progress", "--hosts", daemon.address(), "hello")) {
                awaitEnd(next, "the thread " + thread + " was struck");
                String about = about(striker, thread) + "\n" + next + "\n" + process;
                if (next.awaitExit() != 0) {
                    awaitEnd(process, about);
                }
                if (!process.isAlive()) {
                    assertThat(process.awaitExit()).as(about).isEqualTo(1);
                    assertThat(process.err()).as(about).anyMatch(line -> line.contains("ends with exit code 1"));
                }
            }
            return true;
        }
    }

    @Test
    void shouldServeOrEndWithACodeWhenAnErrorStrikesAnyThreadOfADaemon() throws Exception {
        do {
            forgetBegins();
            tasks.hold();
        } while (strikeDaemon());
    }

    /**
     * Runs an application with an error in one thread of its own process, or of its engine.
     *
     * @param engine whether the error is injected into the run's engine
     * @return false if all kinds of threads were tried before
     */
    private boolean strikeRun(boolean engine) throws Exception {
        try (Striker striker = new Striker()) {
            List<String> java = engine ? StoryClasses.java() : java(striker);
            String of = engine ? striker.option() : "-Dof.no.meaning";
            try (MoideProcess run = MoideProcess.start(
                    home,
                    home,
                    java,
                    tasks.words("--local-engines", "2", "--page", "--trace", "t.json", "--jvm-arg", of))) {
                striker.attach();
                tasks.awaitBeginOn(1);
                String thread = plantInNext(striker);
                if (thread == null) {
                    return false;
                }
                tasks.letGo();
                awaitEnd(run, "the thread " + thread + " was struck");
                String about = about(striker, thread) + "\n" + run;
                int code = run.awaitExit();
                if (code == 0) {
                    tasks.assertSumWhoeverWasLost(run);
                } else {
                    assertThat(code).as(about).isEqualTo(1);
                    assertThat(run.err()).as(about).anyMatch(line -> line.startsWith("moide run: "));
                }
            }
            return true;
        }
    }

    @Test
    void shouldComeToItsEndWhenAnErrorStrikesAnyThreadOfARun() throws Exception {
        do {
            forgetBegins();
            tasks.hold();
        } while (strikeRun(false));
    }

    @Test
    void shouldComeToItsEndWhenAnErrorStrikesAnyThreadOfAnEngine() throws Exception {
        do {
            forgetBegins();
            tasks.hold();
        } while (strikeRun(true));
    }
}
