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
 * @param classPath the class path of our own classes; the application's are loaded later, apart from them
 * @param mainClass the main class, which reads a {@link LaunchOrder} from standard input, as {@link EngineProcess} does
 * @param heapBytes the largest heap; 0: what the JVM chooses
 * @param jvmArguments the values of {@code --jvm-arg}; they stand behind ours and so overrule them
 */
public record JavaCommand(
        Path javaHome, String classPath, String mainClass, long heapBytes, List<String> jvmArguments) {
    /**
     * The collector. Tasks make garbage on every thread, so it is collected on every thread, as in the coordinator's
     * JVM. The JDK's default pays for short pauses with every reference that is stored, some 15% of a tree search.
     */
    private static final String COLLECTOR = "-XX:+UseParallelGC";

    /**
     * Methods of the JDK that are compiled late. The JDK writes classes while it runs, for lambdas, proxies and method
     * handles. The second compiler took up to 0.4 s of each JVM's first seconds for that, most of it for one method,
     * and the application's own methods waited. No run writes so many classes that it pays. Streams of objects carry
     * the calls between engines: an application that writes many objects by them has them compiled nonetheless. The
     * option {@code quiet} keeps a JVM from printing these commands.
     */
    private static final List<String> LATE_COMPILED = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling,jdk.internal.classfile.*::*,50.0",
            "-XX:CompileCommand=CompileThresholdScaling,java.lang.invoke.MethodType::*,50.0",
            "-XX:CompileCommand=CompileThresholdScaling,java.io.Object*::*,10.0");

    /**
     * Methods of CommLib, under its package, that are not inlined: methods that each message or each wait calls about
     * once, of which several callers would each get a copy. Compiled once and called, such a method costs a message
     * some nanoseconds and saves the second compiler a third of its work, which otherwise takes processors from the
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
     * Packages that decide, count and report beside the application's threads. The first compiler's code is good enough
     * for them, and half of what the second compiler did in a run's first ten seconds was this. No option names a
     * compiler, so such a method may have one node of the second compiler's graph, which then gives up at once and for
     * good.
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

    /** The first Java in which the limit on nodes was seen to do so without a message; later ones do the same. */
    private static final int NODE_LIMIT_SINCE = 25;

    private static final Pattern CHOSEN_COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

    /**
     * Options that set the size of the heap or of its young generation: our size of the young generation may not fit
     * them.
     */
    private static final Pattern CHOSEN_SIZE =
            Pattern.compile("-Xm[nsx].*|-XX:\\w*(?:HeapSize|NewSize|RAM|RAMFraction|RAMPercentage)=.*");

    /** The variables that give a JVM options beside those of its command line; a child inherits them. */
    private static final List<String> VARIABLES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /**
     * The property that names an archive of our classes (class data sharing) with which this JVM was started; not set
     * if there is none.
     */
    private static final String ARCHIVE = "moide.archive";

    /** The end of the name of an archive that is a cache of JDK 25 (JEP 514). */
    private static final String CACHE = ".aot";

    private static final String CACHE_OPTION = "-XX:AOTCache=";

    private static final String ARCHIVE_OPTION = "-XX:SharedArchiveFile=";

    /**
     * The heap from which on pointers have another width: a JVM with our cache would have neither the cache nor the
     * JDK's own archive.
     */
    private static final long WIDE_HEAP_BYTES = 32L << 30;

    /** The smallest heap: with less a JVM does not get as far as an engine. */
    private static final long LEAST_HEAP_BYTES = 32L << 20;

    /**
     * The largest young generation. One that may grow for ever touches new pages for ever: beyond this nothing is
     * gained, and the system's share of the time grows.
     */
    private static final long MOST_YOUNG_BYTES = 256L << 20;

    /**
     * The property that says whether an application may set a {@code SecurityManager}, which can refuse us the end of a
     * run.
     */
    private static final String MANAGER = "-Djava.security.manager";

    /**
     * The Java from which on none can be set unless the property allows it. Earlier ones are told the same, so that
     * tasks behave alike on all.
     */
    private static final int NO_MANAGER_SINCE = 18;

    /** The Java from which on loading a native library without the option prints a warning. */
    private static final int NATIVE_ACCESS_SINCE = 22;

    /**
     * Returns the options by which our JVMs direct their compilers; {@code ./moide} has the same.
     *
     * @param java the version of the JVM, such as 17 or 25
     */
    public static List<String> compilerOptions(int java) {
        List<String> options = new ArrayList<>(LATE_COMPILED);
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

    /** Returns the command by which this JVM was started: the same Java, the same classes, the same archive of them. */
    public static JavaCommand likeThis(String mainClass) {
        String classPath = String.join(File.pathSeparator, OwnClassPath.entries());
        String archive = System.getProperty(ARCHIVE, "");
        return new JavaCommand(Path.of(System.getProperty("java.home", "")), classPath, mainClass, 0, sharing(archive));
    }

    /** Returns whether a JVM that this process starts has options that its command line does not name. */
    public static boolean isGivenByVariables() {
        return VARIABLES.stream()
                .anyMatch(
                        variable -> !System.getenv().getOrDefault(variable, "").isBlank());
    }

    /**
     * Returns the options for the archive. A child may have another heap or collector, for which the archive is of no
     * use; that is no reason for messages.
     */
    private static List<String> sharing(String archive) {
        if (archive.isEmpty()) {
            return List.of();
        }
        return archive.endsWith(CACHE)
                ? List.of(CACHE_OPTION + archive, "-Xlog:aot*=off", "-Xlog:cds*=off")
                : List.of(ARCHIVE_OPTION + archive, "-Xlog:cds*=off");
    }

    /** Returns whether an option of the user is about sharing: a JVM does not start with such an option and a cache. */
    private static boolean isAboutSharing(String option) {
        return option.startsWith("-Xshare") || option.contains("SharedArchive") || option.contains("AOT");
    }

    /**
     * Returns the command for other classes of our own: those of another version. An archive of this version's is of no
     * use to them. Their main class has the same name.
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
     * Returns the words to run.
     *
     * @throws ChildFailedException if there is no java there
     */
    public List<String> words() {
        return words(System.getenv());
    }

    /**
     * Returns the words to run where the child has this environment.
     *
     * @param variables the environment
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
                // A crash is told through the pipe, not by files in whatever folder this is.
                "-XX:+ErrorFileToStderr",
                "-XX:-CreateCoredumpOnCrash",
                // A killed JVM leaves its counters' file in the system's temporary folder.
                "-XX:-UsePerfData",
                // Of threads that the system refuses we say more ourselves.
                "-Xlog:os+thread=off",
                // The same text on every host, whatever its locale.
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
