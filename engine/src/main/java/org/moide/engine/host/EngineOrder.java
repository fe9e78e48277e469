package org.moide.engine.host;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.Application;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

/**
 * The order by which a coordinator asks a daemon to make one engine.
 *
 * @param runId the run's name
 * @param engine the engine's number, from 1
 * @param incarnation distinguishes the engine from earlier ones of the same number, which the daemon ends
 * @param threads the number of compute threads
 * @param coordinator the address of the run's coordinator and of its {@link RunConsole}
 * @param sender the daemon's sender number for postings to the console, if it has none for this run yet; each order has
 *     another number, so that news of a daemon that forgot the run are not taken for repeats
 * @param mainClass the application's main class
 * @param jars the application's jars, which were sent before; empty if the application is part of MOIDE
 * @param folders absolute paths of folders with classes of the application, for hosts that share a file system
 * @param files the user's files that the application reads, which were sent before; an engine with files gets its own
 *     work folder
 * @param arguments the application's arguments
 * @param mode the value of {@code --mode}, a name of {@link Application.Mode}; empty for the application's own mode
 * @param heapBytes the maximum heap of the engine's JVM; 0 for its share of the host's memory
 * @param enginesHere the number of this run's engines that share the machine's memory
 * @param jvmArguments the values of {@code --jvm-arg}
 * @param options the options on which all engines of the run agree, for the engine to read
 * @param readyWithin how long its JVM may take until it can be reached
 * @param owner the user and host that started the run, as the coordinator claims
 * @param software MOIDE's own jars in the order of the class path, if the coordinator has another version than the
 *     daemon: the engine is started from them; they were sent before. Empty to start it from the daemon's own jars
 * @param ownFolder whether the engine gets its own work folder even if it reads no files, so that files which it writes
 *     can be reported
 */
public record EngineOrder(
        String runId,
        int engine,
        long incarnation,
        int threads,
        NodeReference coordinator,
        int sender,
        String mainClass,
        List<JarReference> jars,
        List<String> folders,
        List<FileReference> files,
        List<String> arguments,
        String mode,
        long heapBytes,
        int enginesHere,
        List<String> jvmArguments,
        Map<String, String> options,
        Duration readyWithin,
        RunOwner owner,
        List<JarReference> software,
        boolean ownFolder)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /**
     * Option with the name of the process that may get the engine's JVM for another run: see
     * {@link EngineDaemon#leaseOf}.
     */
    public static final String HOLDER = "holder";

    /**
     * The greatest number of threads of an engine. No machine has as many processors, so a higher number is a mistake
     * or an attack.
     */
    public static final int MOST_THREADS = 65_536;

    /**
     * The greatest number of jars of MOIDE in an order. An installation has one such jar, a source tree some dozens.
     */
    private static final int MOST_SOFTWARE = 256;

    public EngineOrder {
        if (runId.isBlank()) {
            throw new IllegalArgumentException("expected a run's name, found '" + runId + "'");
        }
        if (engine < 0 || threads < 1 || threads > MOST_THREADS || sender < 0 || enginesHere < 1 || heapBytes < 0) {
            throw new IllegalArgumentException("expected an engine, a sender and memory from 0 on, threads from 1 to "
                    + MOST_THREADS + " and engines here from 1 on, found engine " + engine + ", sender " + sender + ", "
                    + heapBytes
                    + " bytes, " + threads + " threads, " + enginesHere + " engines here");
        }
        if (readyWithin.isNegative() || readyWithin.isZero()) {
            throw new IllegalArgumentException("expected some time to start in, found " + readyWithin);
        }
        if (!mode.isEmpty()) {
            Application.Mode.valueOf(mode);
        }
        if (software.size() > MOST_SOFTWARE) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_SOFTWARE + " jars of MOIDE's own, found " + software.size());
        }
        jars = List.copyOf(jars);
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        arguments = List.copyOf(arguments);
        jvmArguments = List.copyOf(jvmArguments);
        options = FixedOrder.copyOf(options);
        software = List.copyOf(software);
    }

    /** Returns a copy for a daemon of another version, which starts the engine from these jars. */
    public EngineOrder withSoftware(List<JarReference> jarsOfMoide) {
        return new EngineOrder(
                runId,
                engine,
                incarnation,
                threads,
                coordinator,
                sender,
                mainClass,
                jars,
                folders,
                files,
                arguments,
                mode,
                heapBytes,
                enginesHere,
                jvmArguments,
                options,
                readyWithin,
                owner,
                jarsOfMoide,
                ownFolder);
    }

    /** Returns a name such as "engine-3 of run r1". */
    public String name() {
        return "engine-" + engine + " of run " + runId;
    }
}
