package org.moide.engine.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.moide.commlib.system.OwnClassPath;

/**
 * The command line of a child JVM.
 *
 * @param javaHome the Java installation whose {@code bin/java} is run
 * @param classPath the class path of MOIDE; the application's classes are loaded separately
 * @param mainClass the main class, which reads a {@link LaunchOrder} from standard input, as {@link EngineProcess} does
 * @param heapBytes the maximum heap; 0 for the JVM's default
 * @param jvmArguments the values of {@code --jvm-arg}; they come after MOIDE's options and override them
 */
public record JavaCommand(
        Path javaHome, String classPath, String mainClass, long heapBytes, List<String> jvmArguments) {
    /**
     * The option that selects the garbage collector, the same as in the coordinator's JVM. Tasks make garbage on every
     * thread, so all threads should collect it. The JDK's default collector has shorter pauses, but makes each store of
     * a reference slower, which costs a tree search some 15% of its time.
     */
    private static final String COLLECTOR = "-XX:+UseParallelGC";

    /**
     * Options that delay the compilation of some methods of the JDK. The JDK generates classes at run time, for
     * lambdas, proxies and method handles. Without these options, the second compiler took up to 0.4 s of each JVM's
     * first seconds for that, mostly for one method, while the application's methods waited. No run generates enough
     * classes to make this worthwhile. Object streams carry the calls between engines; an application that writes many
     * objects has their methods compiled nonetheless. The option {@code quiet} keeps the JVM from printing these
     * commands.
     */
    private static final List<String> LATE_COMPILED = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling,jdk.internal.classfile.*::*,50.0",
            "-XX:CompileCommand=CompileThresholdScaling,java.lang.invoke.MethodType::*,50.0",
            "-XX:CompileCommand=CompileThresholdScaling,java.io.Object*::*,10.0");

    /**
     * The methods of the JDK that encrypt, which are compiled early. Only the second compiler uses the processor's
     * instructions for it. By default it begins after 5,000 records of TLS; until then each takes a hundred times as
     * long. A run that exchanges 56 kB some hundred times a second over TLS was a third as fast for its first seconds.
     */
    private static final List<String> EARLY_COMPILED = List.of("GaloisCounterMode*", "GHASH", "GCTR", "CounterMode");

    /**
     * Methods of CommLib, named below its package, that must not be inlined. A message or a wait calls each of them
     * about once, from several places, and inlining would compile one copy for each place. The calls cost a message
     * some nanoseconds. They save the second compiler a third of its work, with which it would keep processors from the
     * application for a second longer.
     */
    private static final List<String> OUT_OF_LINE = List.of(
            "channel.Channels::look",
            "channel.Channel::poll",
            "channel.Channel::read*",
            "channel.Channel::write",
            "channel.FrameWriter::write",
            "channel.Frame::read",
            "channel.Frame::writeHead",
            "carrier.RingEnd::take",
            "carrier.RingEnd::put",
            "carrier.RingConnection::write",
            "message.link.Link::arrived",
            "message.link.Link::write",
            "message.link.SendWindow::send",
            "message.link.ReceiveWindow::arrived",
            "message.EnvelopeFrames::decode",
            "message.SpareArrays::*",
            "message.mailbox.Mailbox::take",
            "message.mailbox.Mailbox::put",
            "message.endpoint.PrimitiveTimer::*",
            "collective.Stage::fill",
            "collective.Stage::start",
            "collective.Meetings::act",
            "local.Team::act",
            "local.Waiter::await*",
            "system.SpinThenParkSignal::stayUntil",
            "system.SpinThenParkSignal::yieldUntil");

    /**
     * Packages that only the first compiler compiles. Their code decides, counts and reports while the application's
     * threads compute, and caused half of the second compiler's work in a run's first ten seconds. No option selects a
     * compiler, so these methods get a limit of one node in the second compiler's graph, at which it gives up at once.
     */
    private static final List<String> FIRST_COMPILER_ONLY = List.of(
            "org.moide.command",
            "org.moide.hosts",
            "org.moide.coordinator",
            "org.moide.balance.loan",
            "org.moide.balance.strategy",
            "org.moide.engine.control",
            "org.moide.engine.core",
            "sun.rmi");

    /** The first Java version in which the second compiler gives up at the node limit without printing a message. */
    private static final int NODE_LIMIT_SINCE = 25;

    private static final Pattern CHOSEN_COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

    /**
     * Options that set the size of the heap or the young generation. MOIDE's size of the young generation may conflict
     * with them.
     */
    private static final Pattern CHOSEN_SIZE =
            Pattern.compile("-Xm[nsx].*|-XX:\\w*(?:HeapSize|NewSize|RAM|RAMFraction|RAMPercentage)=.*");

    /** Environment variables that give a JVM further options. A child inherits them. */
    private static final List<String> VARIABLES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /**
     * System property with the archive of MOIDE's classes (class data sharing) of this JVM; not set if there is none.
     */
    private static final String ARCHIVE = "moide.archive";

    /** Extension of an archive that is an AOT cache of JDK 25 (JEP 514). */
    private static final String CACHE = ".aot";

    private static final String CACHE_OPTION = "-XX:AOTCache=";

    private static final String ARCHIVE_OPTION = "-XX:SharedArchiveFile=";

    /**
     * Heap size from which on pointers are wider. With such a heap, a JVM could use neither MOIDE's cache nor the JDK's
     * own archive.
     */
    private static final long WIDE_HEAP_BYTES = 32L << 30;

    /** Smallest heap with which a JVM can start an engine. */
    private static final long LEAST_HEAP_BYTES = 32L << 20;

    /**
     * Largest young generation. A larger one gains nothing: it keeps touching new pages, and the system's share of the
     * time grows.
     */
    private static final long MOST_YOUNG_BYTES = 256L << 20;

    /**
     * Property that says whether an application may set a {@code SecurityManager}, which could forbid MOIDE to end a
     * run.
     */
    private static final String MANAGER = "-Djava.security.manager";

    /**
     * First Java version in which no {@code SecurityManager} can be set unless the property allows it. Earlier versions
     * get the same setting, so that tasks behave alike.
     */
    private static final int NO_MANAGER_SINCE = 18;

    /**
     * First Java version that prints a warning if a native library is loaded without {@code --enable-native-access}.
     */
    private static final int NATIVE_ACCESS_SINCE = 22;

    /**
     * Returns the options that control the compilers of MOIDE's JVMs. The script {@code ./moide} has the same options.
     *
     * @param java the version of the JVM, such as 17 or 25
     */
    public static List<String> compilerOptions(int java) {
        List<String> options = new ArrayList<>(LATE_COMPILED);
        EARLY_COMPILED.forEach(type ->
                options.add("-XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider." + type + "::*,0.1"));
        OUT_OF_LINE.forEach(method -> options.add("-XX:CompileCommand=dontinline,org.moide.commlib." + method));
        if (java >= NODE_LIMIT_SINCE) {
            FIRST_COMPILER_ONLY.forEach(part -> options.add("-XX:CompileCommand=MaxNodeLimit," + part + ".*::*,1"));
        }
        return options;
    }

    public JavaCommand {
        jvmArguments = List.copyOf(jvmArguments);
        if (heapBytes != 0 && heapBytes < LEAST_HEAP_BYTES) {
            throw new IllegalArgumentException("expected at least " + (LEAST_HEAP_BYTES >> 20)
                    + " MiB of memory for an engine, found " + (heapBytes >> 20) + " MiB");
        }
    }

    /** Returns the command that starts a JVM like this one: with the same Java, class path and class archive. */
    public static JavaCommand likeThis(String mainClass) {
        String classPath = String.join(File.pathSeparator, OwnClassPath.entries());
        String archive = System.getProperty(ARCHIVE, "");
        return new JavaCommand(Path.of(System.getProperty("java.home", "")), classPath, mainClass, 0, sharing(archive));
    }

    /**
     * Returns whether one of the environment variables that JVMs read gives options to the JVMs that this process
     * starts.
     */
    public static boolean isGivenByVariables() {
        return VARIABLES.stream()
                .anyMatch(
                        variable -> !System.getenv().getOrDefault(variable, "").isBlank());
    }

    /**
     * Returns the options for the class archive. They suppress messages, because a child with another heap or collector
     * cannot use the archive, which does no harm.
     */
    private static List<String> sharing(String archive) {
        if (archive.isEmpty()) {
            return List.of();
        }
        return archive.endsWith(CACHE)
                ? List.of(CACHE_OPTION + archive, "-Xlog:aot*=off", "-Xlog:cds*=off")
                : List.of(ARCHIVE_OPTION + archive, "-Xlog:cds*=off");
    }

    /**
     * Returns whether an option of the user concerns class data sharing. A JVM that gets both such an option and the
     * option for MOIDE's cache does not start.
     */
    private static boolean isAboutSharing(String option) {
        return option.startsWith("-Xshare") || option.contains("SharedArchive") || option.contains("AOT");
    }

    /**
     * Returns a copy for the classes of another version of MOIDE, without the class archive, which does not fit them.
     * The main class keeps its name.
     */
    public JavaCommand withClassPath(List<Path> jars) {
        List<String> others = jvmArguments.stream()
                .filter(option -> !option.startsWith(CACHE_OPTION) && !option.startsWith(ARCHIVE_OPTION))
                .toList();
        String path = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new JavaCommand(javaHome, path, mainClass, heapBytes, others);
    }

    public JavaCommand withHeap(long bytes) {
        return new JavaCommand(javaHome, classPath, mainClass, bytes, jvmArguments);
    }

    public JavaCommand withJvmArguments(List<String> more) {
        List<String> all = new ArrayList<>(jvmArguments);
        if (more.stream().anyMatch(JavaCommand::isAboutSharing)) {
            all.removeIf(option -> option.startsWith(CACHE_OPTION));
        }
        all.addAll(more);
        return new JavaCommand(javaHome, classPath, mainClass, heapBytes, all);
    }

    /**
     * Returns the command line for this process's environment.
     *
     * @throws ChildFailedException if {@code javaHome} has no {@code bin/java}
     */
    public List<String> words() {
        return words(System.getenv());
    }

    /**
     * Returns the command line for a child with this environment.
     *
     * @param variables the child's environment variables
     */
    List<String> words(Map<String, String> variables) {
        List<String> inherited = VARIABLES.stream()
                .flatMap(variable -> BLANKS.splitAsStream(variables.getOrDefault(variable, "")))
                .toList();
        List<String> chosen = new ArrayList<>(jvmArguments);
        chosen.addAll(inherited);
        boolean windows = File.separatorChar == '\\';
        Path java = javaHome.resolve("bin").resolve(windows ? "java.exe" : "java");
        if (!Files.isExecutable(java)) {
            throw new ChildFailedException("expected a Java to start engines with, found no executable " + java);
        }
        List<String> words = new ArrayList<>(List.of(
                java.toString(),
                "-XX:+ExitOnOutOfMemoryError",
                // A crash is reported through the pipe, not by files in the current folder.
                "-XX:+ErrorFileToStderr",
                "-XX:-CreateCoredumpOnCrash",
                // A killed JVM would leave its performance data file in the system's temporary folder.
                "-XX:-UsePerfData",
                // MOIDE reports threads that the system refuses in more detail.
                "-Xlog:os+thread=off",
                // The application gets the same text encoding on every host.
                "-Dfile.encoding=UTF-8",
                "-Djava.awt.headless=true"));
        if (Runtime.version().feature() < NO_MANAGER_SINCE
                && chosen.stream().noneMatch(word -> word.startsWith(MANAGER))) {
            words.add(MANAGER + "=disallow");
        }
        if (heapBytes != 0) {
            words.add("-Xmx" + (heapBytes >> 10) + "k");
            if (heapBytes >= 2 * MOST_YOUNG_BYTES && chosen.stream().noneMatch(CHOSEN_SIZE.asMatchPredicate())) {
                words.add("-XX:MaxNewSize=" + (MOST_YOUNG_BYTES >> 20) + "m");
            }
        }
        if (Runtime.version().feature() >= NATIVE_ACCESS_SINCE) {
            words.add("--enable-native-access=ALL-UNNAMED");
        }
        if (chosen.stream().noneMatch(CHOSEN_COLLECTOR.asMatchPredicate())) {
            words.add(COLLECTOR);
        }
        words.addAll(compilerOptions(Runtime.version().feature()));
        boolean cacheFits = heapBytes < WIDE_HEAP_BYTES && inherited.stream().noneMatch(JavaCommand::isAboutSharing);
        jvmArguments.stream()
                .filter(option -> cacheFits || !option.startsWith(CACHE_OPTION))
                .forEach(words::add);
        words.addAll(List.of("-cp", classPath, mainClass));
        return words;
    }
}
