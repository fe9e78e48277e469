package org.moide.command.story;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.samples.programs.cg.Cg;

/**
 * The sample {@code cg} as a user's own application. One of its engines ends its process abruptly. A file contains the
 * number of that engine and the moment, which is one of {@link #MOMENTS}.
 */
final class KilledConjugateGradient {
    static final String[] MOMENTS = {"compute", "collective", "write", "commit", "recovery"};

    /** The number of checkpoints that an engine has made when the moment comes at which it ends its process. */
    static final int CHECKPOINTS = 4;

    private static final String SOURCE = """
            package own;
            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.lang.reflect.*;
            import java.nio.file.*;
            import org.moide.commlib.CommLib;
            import org.moide.engine.*;
            import org.moide.samples.programs.cg.Cg;

            public final class KilledCg implements Application {
                private final Cg cg = new Cg();
                private long checkpoints;
                private String moment = "";

                public void check(Arguments arguments) {
                    cg.check(arguments);
                }

                public void run(ComputeThread self) {
                    String plan = System.getProperty("kill.plan");
                    if (plan != null && Files.exists(Path.of(plan))) {
                        String[] words = read(Path.of(plan)).split(" ");
                        moment = Integer.parseInt(words[0]) == self.engine() ? words[1] : "";
                    }
                    cg.run(moment.isEmpty() ? self : watched(self));
                }

                private ComputeThread watched(ComputeThread self) {
                    CommLib comm = proxy(CommLib.class, self.comm(), (method, arguments) -> {
                        if (checkpoints == %d && moment.equals("collective") && !has("1")) {
                            Thread.sleep(200); // the others are in it and wait for us
                            die("1");
                        }
                        return method.invoke(self.comm(), arguments);
                    });
                    return proxy(ComputeThread.class, self, (method, arguments) -> switch (method.getName()) {
                        case "comm" -> comm;
                        case "report" -> { // between two safe points, of ID 0 only; others compute
                            yield self.report();
                        }
                        case "restore" -> {
                            if (moment.equals("recovery") && has("1") && !has("2")) {
                                die("2");
                            }
                            yield method.invoke(self, arguments);
                        }
                        case "checkpoint" -> checkpoint(self, method, arguments);
                        default -> method.invoke(self, arguments);
                    });
                }

                private Object checkpoint(ComputeThread self, Method method, Object[] arguments) throws Exception {
                    boolean now = checkpoints == %d && !has("1");
                    if (now && (moment.equals("compute") || moment.equals("recovery"))) {
                        die("1");
                    }
                    Thread watch = new Thread(this::dieWhileStoring);
                    watch.setDaemon(true);
                    if (now && moment.equals("write")) {
                        watch.start();
                    }
                    Object nothing = method.invoke(self, arguments);
                    checkpoints++;
                    while (now && moment.equals("commit")) {
                        if (!isStoring()) {
                            die("1");
                        }
                    }
                    return nothing;
                }

                private void dieWhileStoring() {
                    while (!isStoring()) {
                        Thread.onSpinWait();
                    }
                    die("1");
                }

                private static boolean isStoring() {
                    for (var thread : Thread.getAllStackTraces().entrySet()) {
                        if (thread.getKey().getName().endsWith("-checkpoint")) {
                            for (StackTraceElement frame : thread.getValue()) {
                                if (frame.getMethodName().equals("push") || frame.getMethodName().equals("writeFiles")) {
                                    return true;
                                }
                            }
                        }
                    }
                    return false;
                }

                private static Path mark(String which) {
                    return Path.of(System.getProperty("kill.plan") + "-" + which);
                }

                private static boolean has(String which) {
                    return Files.exists(mark(which));
                }

                private void die(String which) {
                    try {
                        Files.writeString(mark(which), checkpoints + " " + System.currentTimeMillis());
                    } catch (IOException impossible) {
                        throw new UncheckedIOException(impossible);
                    }
                    Runtime.getRuntime().halt(137);
                }

                private static String read(Path file) {
                    try {
                        return Files.readString(file).strip();
                    } catch (IOException impossible) {
                        throw new UncheckedIOException(impossible);
                    }
                }

                private interface Call {
                    Object on(Method method, Object[] arguments) throws Exception;
                }

                private static <T> T proxy(Class<T> type, T target, Call call) {
                    return type.cast(Proxy.newProxyInstance(
                            KilledCg.class.getClassLoader(), new Class<?>[] {type}, (any, method, arguments) -> {
                                try {
                                    return call.on(method, arguments);
                                } catch (InvocationTargetException thrown) {
                                    throw thrown.getCause();
                                }
                            }));
                }
            }
            """.formatted(CHECKPOINTS, CHECKPOINTS);

    private final Path home;
    private final String classPath;

    private KilledConjugateGradient(Path home, String classPath) {
        this.home = home;
        this.classPath = classPath;
    }

    /** Writes and compiles the application in {@code home}. */
    static KilledConjugateGradient compile(Path home) throws IOException {
        OwnApplication own = OwnApplication.compile(home, "own.KilledCg", SOURCE);
        try {
            Path samples = Path.of(
                    Cg.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return new KilledConjugateGradient(home, own.classes() + java.io.File.pathSeparator + samples);
        } catch (URISyntaxException impossible) {
            throw new IOException(impossible);
        }
    }

    String classPath() {
        return classPath;
    }

    /** Empties the file, so that no engine ends until the next {@link #kill}. */
    void spare() throws IOException {
        for (String file : new String[] {"kill", "kill-1", "kill-2"}) {
            Files.deleteIfExists(home.resolve(file));
        }
    }

    /** Writes the file, so that the engine with this number ends at this moment. */
    void kill(int engine, String moment) throws IOException {
        spare();
        Files.writeString(home.resolve("kill"), engine + " " + moment);
    }

    /** Returns the JVM option that tells engines the file. The coordinator's own engine does not get it. */
    String jvmArgument() {
        return "--jvm-arg=-Dkill.plan=" + home.resolve("kill");
    }

    /** Returns the number of checkpoints that an engine had made when it ended itself; -1 if none has ended. */
    long checkpointsAtTheEnd() throws IOException {
        Path mark = home.resolve("kill-1");
        return Files.exists(mark) ? Long.parseLong(Files.readString(mark).split(" ", 2)[0]) : -1;
    }
}
