package org.moide;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.classes.MadeClasses;
import org.moide.classes.ProgramClasses;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Program;
import org.moide.engine.SerializableBinaryOperator;
import org.moide.engine.SerializableFunction;
import org.moide.engine.SerializableIntFunction;
import org.moide.engine.SerializableThrowingFunction;
import org.moide.engine.executor.BegunCall;
import org.moide.engine.executor.CarriedClasses;
import org.moide.engine.executor.ExecutorBag;

/**
 * Runs applications from a Java program:
 *
 * <pre>{@code
 * try (Moide moide = Moide.builder().localEngines(2).build()) {
 *     RunResult result = moide.run(PrimeCount.class, "--below", "1000000");
 *     long primes = result.value("primes", Long.class);
 * }
 * }</pre>
 *
 * <p>Each has one child JVM, which is started with the first run and ended by {@link #close}; in that, runs are
 * coordinated as {@code moide run} does it, with the same options, settings and defaults, one after the other or
 * several at once. Nothing is set in this JVM, and nothing is written to its streams. If this JVM dies, the child ends
 * its runs and itself.
 *
 * <p>An application's classes come from this program's class path, and from where else its class loader has them, such
 * as in JShell. Each run loads them anew.
 *
 * <p><b>Threads.</b> Any, for all methods. There may be several {@code Moide} in one JVM.
 */
public final class Moide implements AutoCloseable {
    private final List<String> options;
    private static final String EXECUTOR = "executor";
    private static final System.Logger LOGGER = System.getLogger("org.moide");

    /** The listener of a program that has none. What calls print on engines is logged, so that it is seen. */
    private static final RunListener SILENT = new RunListener() {
        @Override
        public void line(String application, String line) {
            if (application.equals(EXECUTOR)) { // a run's lines are in its result
                LOGGER.log(System.Logger.Level.INFO, line);
            }
        }
    };

    private static final Set<Class<?>> LIBRARY = Set.of(Moide.class);

    private final ProgramClasses classes;
    private final List<String> javaArguments;
    private final RunListener listener;
    private final PlaceOptions placement;
    private final boolean copies;
    private final CallEncoder.StaticRule statics;
    private final boolean inCall;
    private @Nullable Child child; // guarded by this, as what follows is
    private @Nullable List<String> settings;
    private final List<Calls> executors = new ArrayList<>();
    private @Nullable MoideExecutor common;
    private boolean closed;

    private Moide(Builder builder, boolean inCall) {
        this.inCall = inCall;
        this.options = List.copyOf(builder.options);
        this.classes = new ProgramClasses(builder.classPath);
        this.javaArguments = List.copyOf(builder.javaArguments);
        this.listener = builder.listener;
        this.placement = new PlaceOptions(options);
        this.copies = builder.copies;
        this.statics = builder.statics;
    }

    /** Makes one on this machine: one engine, with a compute thread for each of its processors. */
    public static Moide local() {
        return builder().build();
    }

    /** Returns a Moide that stands for the program's in a call: its executor is the one that runs the call. */
    static Moide inCall() {
        return new Moide(builder(), true);
    }

    /** Begins to say where and how to run. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Runs an application to its end. Interrupted, it ends the run.
     *
     * @param application a public class with a public constructor without parameters, not an inner one
     * @param arguments what would stand after its name on the command line
     * @throws IllegalArgumentException if it is none, or an option or argument is wrong
     * @throws RunFailedException if the application threw, or there was nobody to compute
     * @throws IllegalStateException if this is closed
     */
    public RunResult run(Class<? extends Program> application, String... arguments) throws InterruptedException {
        return result(start(application, arguments));
    }

    /**
     * Runs an application by its name like {@link #run(Class, String...)}: a class, a jar or a sample, as for
     * {@code moide run}.
     */
    public RunResult run(String application, String... arguments) throws InterruptedException {
        return result(start(application, arguments));
    }

    /**
     * Starts an application. The future fails as {@link #run(Class, String...)} does.
     *
     * @throws IllegalStateException if this is closed
     */
    public RunFuture start(Class<? extends Program> application, String... arguments) {
        Child child = child();
        Path made = MadeClasses.jar(application);
        List<Path> places = new ArrayList<>(made == null ? List.of() : List.of(made));
        places.addAll(classes.places(application));
        RunFuture run = start(child, application.getName(), places, arguments);
        if (made != null) {
            var unused = run.whenComplete((result, thrown) -> made.toFile().delete());
        }
        return run;
    }

    /** Starts an application by its name like {@link #start(Class, String...)}. */
    public RunFuture start(String application, String... arguments) {
        return start(child(), application, classes.places(), arguments);
    }

    private RunFuture start(Child child, String application, Collection<Path> places, String... arguments) {
        List<String> words = words(application, places, List.of());
        words.add("--"); // what follows is the application's, whatever it is called
        words.addAll(List.of(arguments));
        return child.start(application, words);
    }

    private List<String> words(String application, Collection<Path> places, List<String> more) {
        List<String> words = new ArrayList<>(List.of("run", "--no-progress"));
        words.addAll(options);
        if (placement.hasOthers()) {
            settings().forEach(setting -> words.add("--jvm-arg=" + setting));
        }
        words.addAll(more);
        if (!places.isEmpty()) {
            words.add("--classpath");
            words.add(places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        }
        words.add(application);
        return words;
    }

    /**
     * An executor of its own, to be {@linkplain MoideExecutor#close closed}. With engines or hosts it is one run, which
     * has them until then; else, with one engine on this machine and nothing else that was said of engines, its calls
     * run on threads of this JVM, but with {@code --task-time-limit}. What counts is what the builder was told:
     * variables and {@code moide.properties} name no engines for it.
     *
     * <p>In a call that runs on an engine this is the executor that runs the call: {@link MoideExecutor#current}.
     *
     * <p>Engines load the calls' classes from this program's class path, and from where else the class loader of the
     * class that calls this has them. If that class lies in no file, as in JShell, calls take along those of theirs
     * that do not.
     *
     * @throws IllegalStateException if this is closed
     */
    public MoideExecutor executor() {
        requireOpen();
        if (inCall || (BegunCall.current() != null && SerialFilters.installed())) {
            return MoideExecutor.current();
        }
        Class<?> caller = ProgramClasses.caller(LIBRARY);
        boolean carries = MadeClasses.isMade(caller);
        ClassLoader context =
                carries ? caller.getClassLoader() : Thread.currentThread().getContextClassLoader();
        CallEncoder codec = new CallEncoder(
                context == null ? Moide.class.getClassLoader() : context, carries, statics, this::noteOfCalls);
        if (placement.isHere() || SerialFilters.installed()) {
            return kept(new LocalExecutor(codec, placement.threads(), copies));
        }
        List<Path> places = List.copyOf(classes.placesOfCalls(caller));
        return kept(new RemoteExecutor(codec, (answers, owner, apart) -> {
            Child runs = child();
            RunFuture run = runs.start(EXECUTOR, wordsOfExecutor(places, carries, apart), answers);
            return new CallRun(
                    run,
                    new CallSender(
                            runs::send,
                            fault -> run.abandoned("calls could not be sent: " + fault),
                            run.number(),
                            new SystemTicker(),
                            owner),
                    placement.isApart(apart || placement.limitsCalls()),
                    runs::kill);
        }));
    }

    private void noteOfCalls(String note) {
        if (listener == SILENT) {
            LOGGER.log(System.Logger.Level.WARNING, note);
        } else {
            listener.note(EXECUTOR, note);
        }
    }

    private List<String> wordsOfExecutor(List<Path> places, boolean carries, boolean apart) {
        List<String> more = new ArrayList<>(placement.missing("--no-recording", "--stall-after=off"));
        more.addAll(apart || placement.limitsCalls() ? placement.apart() : List.of());
        List<String> words = words(ExecutorBag.class.getName(), places, more);
        if (carries) {
            words.addAll(List.of("--", CarriedClasses.ARGUMENT));
        }
        return words;
    }

    /** Maps like {@link MoideExecutor#map}, with one executor for all who call this, until this is closed. */
    public <T, R> Stream<R> map(Iterable<T> values, SerializableFunction<? super T, ? extends R> function) {
        return common().map(values, function);
    }

    /** Maps by a function that may throw checked exceptions, like {@link #map(Iterable, SerializableFunction)}. */
    public <T, R> Stream<R> map(Iterable<T> values, SerializableThrowingFunction<? super T, ? extends R> function) {
        return common().map(values, function);
    }

    /** Maps a range like {@link MoideExecutor#map(int, int, SerializableIntFunction)}, with the same executor. */
    public <R> Stream<R> map(int from, int to, SerializableIntFunction<? extends R> function) {
        return common().map(from, to, function);
    }

    /** Reduces like {@link MoideExecutor#reduce}, with one executor for all who call this, until this is closed. */
    public <T, R> Optional<R> reduce(
            Iterable<T> values,
            SerializableFunction<? super T, ? extends R> function,
            SerializableBinaryOperator<R> operator) {
        return common().reduce(values, function, operator);
    }

    /**
     * Reduces by a function that may throw checked exceptions, like {@link #reduce(Iterable, SerializableFunction,
     * SerializableBinaryOperator)}.
     */
    public <T, R> Optional<R> reduce(
            Iterable<T> values,
            SerializableThrowingFunction<? super T, ? extends R> function,
            SerializableBinaryOperator<R> operator) {
        return common().reduce(values, function, operator);
    }

    /** Reduces a range like {@link MoideExecutor#reduce(int, int, SerializableIntFunction, SerializableBinaryOperator)}. */
    public <R> Optional<R> reduce(
            int from, int to, SerializableIntFunction<? extends R> function, SerializableBinaryOperator<R> operator) {
        return common().reduce(from, to, function, operator);
    }

    private synchronized MoideExecutor common() {
        MoideExecutor known = common;
        if (known == null || known.isShutdown()) { // its child may have died
            known = executor();
            common = known;
        }
        return known;
    }

    private synchronized MoideExecutor kept(Calls made) {
        if (closed) { // meanwhile
            made.abandon();
        }
        requireOpen();
        executors.removeIf(Calls::isTerminated);
        executors.add(made);
        return made;
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("expected a Moide that is open, found one that was closed");
        }
    }

    /** The options of Java for all JVMs that compute; the same ones always, so that engines may stay. */
    private synchronized List<String> settings() {
        List<String> known = settings;
        if (known == null) {
            known = Stream.concat(ProgramSettings.arguments().stream(), javaArguments.stream())
                    .toList();
            settings = known;
        }
        return known;
    }

    private synchronized Child child() {
        requireOpen();
        if (inCall) {
            throw new IllegalStateException("expected the program's own Moide, found the one that stands for it in a"
                    + " call: let the program run applications; a call has executor(), map and reduce");
        }
        Child running = child;
        if (running == null || running.isOver()) {
            running = Child.start(settings(), listener);
            child = running;
        }
        return running;
    }

    private static RunResult result(CompletableFuture<RunResult> run) throws InterruptedException {
        try {
            return run.get();
        } catch (InterruptedException interrupted) {
            run.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof RunFailedException failure) {
                throw new RunFailedException(String.valueOf(failure.getMessage()), failure.notes(), failure.getCause());
            }
            throw new IllegalArgumentException(cause == null ? "" : cause.getMessage(), cause);
        }
    }

    /**
     * Ends all that runs, and waits for that. Calls of its executors are cancelled, and those in this JVM not waited
     * for. To close it once more does nothing, and so does a call on an engine that closes the program's.
     */
    @Override
    public void close() {
        if (inCall) {
            return; // the program closes it
        }
        Child running;
        List<Calls> open;
        synchronized (this) {
            closed = true;
            running = child;
            child = null;
            open = List.copyOf(executors);
            executors.clear();
        }
        open.forEach(Calls::abandon);
        if (running != null) {
            running.close();
        }
    }

    /**
     * The options of runs: where and how they run; all are optional. What has no method of its own is an
     * {@link #option}. Not for several threads at once.
     */
    public static final class Builder {
        private final List<String> options = new ArrayList<>();
        private @Nullable List<Path> classPath;
        private final List<String> javaArguments = new ArrayList<>();
        private RunListener listener = SILENT;
        private boolean copies;
        private CallEncoder.StaticRule statics = CallEncoder.StaticRule.NOTED;

        private Builder() {}

        /** Computes with this many engines on this machine, in JVMs of their own but for the first. */
        public Builder localEngines(int engines) {
            return option("--local-engines", Integer.toString(engines));
        }

        /**
         * Computes on hosts on which {@code moide engine} runs, named with commas between them, such as {@code
         * node1,node2:7101,node[3-6]}.
         */
        public Builder hosts(String hosts) {
            return option("--hosts", hosts);
        }

        /** Computes with this many engines on the best of the hosts. */
        public Builder engines(int engines) {
            return option("--engines", Integer.toString(engines));
        }

        /** Gives each engine this many compute threads. */
        public Builder threads(int threads) {
            return option("--threads", Integer.toString(threads));
        }

        /** Chooses how tasks or workers are balanced: by a strategy's name, or a class of your own. */
        public Builder strategy(String name) {
            return option("--strategy", name);
        }

        /** Uses from {@code least} to {@code most} engines, as hosts come and go. */
        public Builder elastic(int least, int most) {
            return option("--elastic", least + ":" + most);
        }

        /**
         * Sets any option of {@code moide run} that takes a value; {@code moide run --help} shows them.
         *
         * @param name such as {@code --checkpoint-dir}
         * @throws IllegalArgumentException if it does not begin with two hyphens
         */
        public Builder option(String name, String value) {
            requireOption(name);
            options.add(name + "=" + value);
            return this;
        }

        /**
         * Sets any option of {@code moide run} that takes none, such as {@code --no-recording}.
         *
         * @throws IllegalArgumentException as {@link #option(String, String)}
         */
        public Builder option(String name) {
            requireOption(name);
            options.add(name);
            return this;
        }

        private static void requireOption(String name) {
            if (!name.startsWith("--") || name.length() == 2 || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException("expected an option such as --strategy, found '" + name + "'");
            }
        }

        /** Names the jars and class folders of applications, in place of this program's class path. */
        public Builder classPath(List<Path> places) {
            classPath = places.stream()
                    .map(place -> place.toAbsolutePath().normalize())
                    .toList();
            return this;
        }

        /**
         * Gives options of Java, such as {@code -Xmx2g}, to all JVMs that compute: the child, which coordinates and is
         * the first engine on this machine, and those of other engines. They overrule what those get of this JVM's own
         * settings: its system properties ({@code -D}), assertions, opened packages, locale and time zone.
         */
        public Builder javaArguments(String... arguments) {
            javaArguments.addAll(List.of(arguments));
            return this;
        }

        /** Hears what runs say. */
        public Builder listener(RunListener hears) {
            listener = hears;
            return this;
        }

        /**
         * Copies what calls of {@link #executor} are, refer to and return even where they run in this JVM: as on
         * engines, which tests want.
         */
        public Builder serializeAlways() {
            copies = true;
            return this;
        }

        /**
         * Refuses calls that read static fields whose content this program may have changed, such as arrays and
         * collections in final fields. Otherwise a note names each once. Has an effect with engines, and with {@link
         * #serializeAlways}.
         */
        public Builder strictStatics() {
            statics = CallEncoder.StaticRule.STRICT;
            return this;
        }

        /**
         * Lets calls read any static fields. They are not sent: on an engine each has the value that its class gives it
         * there, and not what this program has set. Without this option, calls that read one which this program has set
         * are refused.
         */
        public Builder allowStatics() {
            statics = CallEncoder.StaticRule.ALLOWED;
            return this;
        }

        /** Makes it, and starts nothing yet; wrong values are found by the first run. */
        public Moide build() {
            return new Moide(this, false);
        }
    }
}
