package org.moide.coordinator.control;

import java.time.Duration;
import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.loading.JarReceiver;

/**
 * The runs that a host knows, as a distributed object of the host's engine daemon. A caller needs the cluster's secret.
 * The host knows the runs that this user coordinates there, attached or detached, and the runs that only have engines
 * there. It forwards orders about the latter to their coordinators.
 *
 * <p>Every call may be repeated. A method that takes a run's ID throws a {@code RuntimeException} if the host does not
 * know that run; its message says in one line what was expected. Methods block until they have their answer,
 * {@link #change} up to a minute. Several threads may call them at once.
 */
public interface HostRuns extends JarReceiver {
    /** The name under which the daemon exports this object. */
    String NAME = "host-runs";

    /** Returns all runs that the host knows, the latest first. */
    List<RunSight> runs();

    /**
     * Starts the coordinator of a detached run whose jars and files were sent before. Returns when the coordinator's
     * process exists; {@link #sight} tells when the run computes. A second call with the same run ID starts nothing.
     *
     * @throws RuntimeException if the coordinator cannot be started; its message says why in one line
     */
    void begin(DetachedOrder order);

    /**
     * Starts another coordinator of a detached run whose last one is gone. It resumes the run from what is on disk.
     * Returns when the coordinator's process exists. A second call starts nothing.
     *
     * @param strict whether to refuse if a file of the run on disk is damaged or missing
     * @return the position in the run's output at which the output of the new coordinator begins
     * @throws RuntimeException if the run cannot be resumed; its message says why in one line
     */
    Printed resume(String run, boolean strict);

    /** Returns the stage and the description of a run. */
    RunSight sight(String run);

    /**
     * Returns what the coordinator of a detached run has printed from these byte offsets on. If there is no more output
     * yet, waits until there is, the run has ended, or {@code within} has passed; it waits 10 s at most.
     */
    RunOutput output(String run, long outFrom, long errorsFrom, Duration within);

    /** Returns the files that a detached run has in its working folder, with their digests. */
    List<RunFile> files(String run);

    /**
     * Returns up to 1 MiB of a file in a detached run's working folder, from an offset in bytes. At the end of the file
     * it returns less.
     *
     * @param file the file's {@link RunFile#path}
     */
    byte[] piece(String run, String file, long from);

    /** Returns the list of those ended runs whose reports this host keeps, the latest first. */
    List<KeptRun> ended();

    /**
     * Returns, as JSON, what the host keeps about a run that has ended.
     *
     * @param run the complete ID of a run in the list {@link #ended}
     */
    String kept(String run);

    /** Returns the run's {@link RunControl#status}, for which it asks the run's coordinator. */
    RunStatus status(String run);

    /** Returns the run's {@link RunControl#times}, for which it asks the run's coordinator. */
    List<RunControl.EngineTimes> times(String run);

    /** Changes the run's engines through the {@link RunControl#change} of the run's coordinator. */
    ChangeAnswer change(String run, ChangeOrder order);

    /**
     * Ends the run through the {@link RunControl#stop} of the run's coordinator.
     *
     * @param by the person who asks for the end, as the caller claims; the run's user is told this
     */
    void stop(String run, String by);

    /**
     * A piece of what a detached run's coordinator has printed.
     *
     * @param out the next bytes of standard output
     * @param errors the next bytes of standard error
     * @param sight the run's state before these bytes were read: if the run had ended and both arrays are empty,
     *     there is no more output
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RunOutput(byte[] out, byte[] errors, RunSight sight) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A position in the output of a detached run. Positions count from the beginning of the output of the run's first
     * coordinator.
     *
     * @param out the number of bytes of standard output before the position
     * @param errors the number of bytes of standard error before the position
     */
    record Printed(long out, long errors) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The position before the first byte of the output. */
        public static final Printed NOTHING = new Printed(0, 0);
    }

    /**
     * A file in a detached run's working folder.
     *
     * @param path relative to that folder, with {@code /} between its parts
     * @param bytes its length
     * @param digest SHA-256 of its bytes
     */
    record RunFile(String path, long bytes, String digest) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }
}
