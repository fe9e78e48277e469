package org.moide.engine.host;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.Application;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

/**
 * An order to a daemon to make one engine of one run.
 *
 * @param runId the run's name
 * @param engine the engine's number, from 1
 * @param incarnation tells the engine from an earlier engine of the same number, which is ended
 * @param threads the number of compute threads
 * @param coordinator the address of the run's coordinator and of its {@link RunConsole}
 * @param sender the number, from 0, under which the daemon posts to the console if it does not do so for this run yet;
 *     no other order has this number, so that news from a daemon that had given the run up are not taken for repeats
 * @param mainClass the application's class
 * @param jars the application's jars, which have been sent before; none: the application comes with MOIDE
 * @param folders absolute paths of more of its classes on this host, for hosts that share a file system
 * @param files the user's files that the application reads, sent before like jars; an engine with files has a folder of
 *     its own
 * @param arguments the application's arguments
 * @param mode the value of {@code --mode}, a name of {@link Application.Mode}; empty: the application's own mode
 * @param heapBytes the largest heap of the engine's JVM; 0: its part of the host's memory
 * @param enginesHere how many engines of this run share this machine's memory
 * @param jvmArguments the values of {@code --jvm-arg}
 * @param options the options on which all engines of the run agree, for the engine to read
 * @param readyWithin how long its JVM may take until it can be reached
 * @param owner whose run it is, as the coordinator claims
 * @param software MOIDE's own jars in the order of the class path, which have been sent before: the engine is started
 *     from them,
 *     since its coordinator is of another version than the daemon; none: it is started from the daemon's own
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
        List<JarReference> software)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /**
     * The option that names the process that may have the engine's JVM for another run: see {@link
     * EngineDaemon#leaseOf}.
     */
    public static final String HOLDER = "holder";

    /** The most threads of an engine; no machine has as many processors: an order for more threads is a mistake, or worse. */
    public static final int MOST_THREADS = 65_536;

    /** The most jars of MOIDE's own: an installation has one, a tree of sources some dozens. */
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
        options = Map.copyOf(options);
        software = List.copyOf(software);
    }

    /** Returns the order for a daemon of another version, which starts the engine from these jars. */
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
                jarsOfMoide);
    }

    /** Returns a name such as "engine-3 of run r1". */
    public String name() {
        return "engine-" + engine + " of run " + runId;
    }
}
