package org.moide.command.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A user's own bag of tasks and SPMD application, in which a thread of one engine does something, once, that may end a
 * thread, a JVM or a stream. The other threads wait until then, so that it happens in the middle of the work. The
 * complete result is the sum {@value #SUM}.
 */
final class WaysOut {
    static final int SUM = 190;

    private static final String WAYS = """
                private static void way(String way) throws Exception {
                    switch (way) {
                        case "none" -> { }
                        case "exit-0" -> System.exit(0);
                        case "exit-42" -> System.exit(42);
                        case "exit-elsewhere" -> exitElsewhere();
                        case "freeze" -> new ProcessBuilder("kill", "-STOP",
                                Long.toString(ProcessHandle.current().pid())).start().waitFor();
                        case "halt" -> Runtime.getRuntime().halt(0);
                        case "exit-while-a-hook-hangs" -> {
                            hang();
                            System.exit(0);
                        }
                        case "hook-that-hangs" -> hang();
                        case "exception" -> throw new java.io.IOException("no such way");
                        case "assertion" -> throw new AssertionError("not so");
                        case "stack" -> recurse(1);
                        case "direct-memory" -> java.nio.ByteBuffer.allocateDirect(Integer.MAX_VALUE);
                        case "heap" -> hoard();
                        case "metaspace" -> throw new OutOfMemoryError("Metaspace");
                        case "native-thread" -> throw new OutOfMemoryError("unable to create native thread");
                        case "linkage" -> throw new NoClassDefFoundError("own/Missing");
                        case "initializer" -> Broken.touch();
                        case "thread-death" -> throw new ThreadDeath();
                        case "internal" -> throw new InternalError("unsafe");
                        case "mute" -> throw new Mute();
                        case "stubborn" -> throw new Stubborn();
                        case "unsendable" -> throw new Unsendable();
                        case "security-manager" -> System.setSecurityManager(new SecurityManager() {
                            public void checkPermission(java.security.Permission all) { throw new SecurityException(); }
                        });
                        case "own-interrupt" -> Thread.currentThread().interrupt();
                        case "own-interrupt-and-sleep" -> {
                            Thread.currentThread().interrupt();
                            Thread.sleep(1);
                        }
                        case "interrupt-computing" -> Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().contains("-compute-"))
                                .forEach(Thread::interrupt);
                        case "interrupt-all" -> Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
                        case "close-streams" -> {
                            System.out.close();
                            System.err.close();
                            System.in.close();
                        }
                        case "replace-streams" -> {
                            System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
                            System.setErr(null);
                            System.setIn(null);
                        }
                        case "close-output" -> new java.io.FileOutputStream(java.io.FileDescriptor.out).close();
                        case "close-input" -> new java.io.FileInputStream(java.io.FileDescriptor.in).close();
                        case "thread-left" -> {
                            Thread left = new Thread(() -> hold());
                            left.setDaemon(false);
                            left.start();
                        }
                        case "thread-dies" -> new Thread(() -> {
                            throw new OutOfMemoryError("of a thread of its own");
                        }).start();
                        default -> throw new IllegalArgumentException(way);
                    }
                }
                static final class Broken {
                    static final int VALUE = Integer.parseInt("none");
                    static void touch() { }
                }
                static final class Mute extends RuntimeException {
                    public String toString() { throw new IllegalStateException("says nothing"); }
                    public String getMessage() { throw new IllegalStateException("says nothing"); }
                    public Throwable getCause() { throw new IllegalStateException("says nothing"); }
                    public StackTraceElement[] getStackTrace() { throw new IllegalStateException("says nothing"); }
                }
                static final class Stubborn extends RuntimeException {
                    public String toString() { hold(); return ""; }
                    public Throwable getCause() { hold(); return null; }
                }
                static final class Unsendable extends Exception {
                    final Object held = new Object();
                    Unsendable() { super("cannot be sent"); }
                }
                private static void hold() {
                    while (true) {
                        try {
                            Thread.sleep(1_000);
                        } catch (InterruptedException never) {
                            // goes on
                        }
                    }
                }
                private static void hang() {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> hold()));
                }
                private static void exitElsewhere() throws Exception {
                    Thread other = new Thread(() -> System.exit(0), "somebody");
                    other.start();
                    other.join();
                }
                private static void hoard() {
                    java.util.List<long[]> all = new java.util.ArrayList<>();
                    while (true) {
                        all.add(new long[1 << 18]);
                    }
                }
                private static int recurse(int depth) { return recurse(depth + 1) + depth; }

                /** Does it on that engine, once, and has the others wait for it. */
                private static void once(Arguments arguments, int engine) throws Exception {
                    java.nio.file.Path done = java.nio.file.Path.of("done");
                    if (engine == Integer.parseInt(arguments.words().get(1)) && DONE.compareAndSet(false, true)
                            && !java.nio.file.Files.exists(done)) {
                        java.nio.file.Files.createFile(done);
                        way(arguments.words().get(0));
                    }
                    while (!java.nio.file.Files.exists(done)) {
                        Thread.sleep(2);
                    }
                }
                private static final java.util.concurrent.atomic.AtomicBoolean DONE =
                        new java.util.concurrent.atomic.AtomicBoolean();
            """;

    private static final String BAG = """
            package own;
            import org.moide.engine.*;
            public final class Bag implements TaskApplication<Integer, Integer> {
                public void createTasks(TaskContext<Integer> context) {
                    for (int task = 0; task < 20; task++) {
                        context.put(task);
                    }
                }
                public Integer identity() { return 0; }
                public Integer executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                    once(context.arguments(), context.engine());
                    return task;
                }
                public Integer merge(Integer left, Integer right) { return left + right; }
                public void handleResults(Integer sum, Report report) { report.put("sum", sum); }
            %s}
            """.formatted(WAYS);

    private static final String SPMD = """
            package own;
            import org.moide.commlib.*;
            import org.moide.engine.*;
            public final class Spmd implements Application {
                public void run(ComputeThread self) throws Exception {
                    int[] state = self.restore(() -> new int[2]);
                    while (state[0] < 20) {
                        if (state[0] == 10) {
                            once(self.arguments(), self.engine());
                        }
                        state[1] += self.comm().allReduce((long) state[0], Reduction.SUM) / self.count();
                        state[0]++;
                        self.checkpoint(state);
                    }
                    if (self.id() == 0) {
                        self.report().put("sum", state[1]);
                    }
                }
            %s}
            """.formatted(WAYS);

    private final Path classes;

    private WaysOut(Path classes) {
        this.classes = classes;
    }

    static WaysOut compile(Path folder) throws IOException {
        OwnApplication.compile(folder, "own.Bag", BAG);
        return new WaysOut(OwnApplication.compile(folder, "own.Spmd", SPMD).classes());
    }

    /**
     * Runs one of the two applications on two engines with a thread each.
     *
     * @param name the application, Bag or Spmd
     * @param way the action
     * @param engine the number of the engine that performs the action
     */
    MoideProcess run(Path home, String name, String way, int engine, String... options) throws IOException {
        Files.createDirectories(home);
        List<String> words = new ArrayList<>(List.of(
                "run", "--local-engines", "2", "--threads", "1", "--engine-memory", "64m", "--report", "run.json"));
        words.addAll(List.of(options));
        words.addAll(List.of("--classpath", classes.toString(), "own." + name, way, Integer.toString(engine)));
        return MoideProcess.start(
                home,
                List.of("env", "JDK_JAVA_OPTIONS=-Xmx128m", "MOIDE_CHECKPOINT_SHARE=100"),
                words.toArray(String[]::new));
    }
}
