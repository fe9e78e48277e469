package org.moide.coordinator.control;

import java.time.Duration;
import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.loading.JarReceiver;

/**
 * The runs that a host knows, for whoever has the cluster's secret: a distributed object of its engine daemon. It knows runs whose
 * coordinators this user has on the host, attached or detached, and runs that have engines there; an order to one of those it passes
 * on to the run's coordinator.
 *
 * <p>Every call may be repeated. A method that is given the ID of a run throws a {@code RuntimeException} whose message says in a
 * line what was expected if the host knows no such run. Methods block for as long as their answer takes, {@link #change} up to a
 * minute; they may be called by several threads at once.
 */
public interface HostRuns extends JarReceiver {
    /** The name under which it is exported. */
    String NAME = "host-runs";

    /** All runs that the host knows, the latest first. */
    List<RunSight> runs();

    /**
     * Starts the coordinator of a detached run, whose jars and files were sent before. A repeat with the same run ID finds it
     * started. Returns when its process is there; {@link #sight} tells when it computes.
     *
     * @throws RuntimeException saying in a line why it cannot be started
     */
    void begin(DetachedOrder order);

    /**
     * Starts another coordinator of a detached run whose last one is gone; it goes on with what the run has on disk. Returns when
     * its process is there. A repeat finds that it is running.
     *
     * @param strict whether it goes on only if nothing of that is damaged or gone
     * @return where what it prints begins
     * @throws RuntimeException saying in a line why it cannot go on
     */
    Printed resume(String run, boolean strict);

    /** Returns how a run stands. */
    RunSight sight(String run);

    /**
     * Returns what the coordinator of a detached run has printed from these places on. If there is nothing, waits for it until the run has
     * ended or {@code within} has passed, 10 s at most.
     */
    RunOutput output(String run, long outFrom, long errorsFrom, Duration within);

    /** The files in a detached run's working folder, with their digests. */
    List<RunFile> files(String run);

    /**
     * A piece of one of these files, 1 MiB at most; less at its end.
     *
     * @param file as {@link RunFile#path} names it
     */
    byte[] piece(String run, String file, long from);

    /** The runs that have ended and whose reports this host keeps, the latest first. */
    List<KeptRun> ended();

    /**
     * Returns what the host keeps of a run that has ended, as JSON.
     *
     * @param run the whole ID of one of {@link #ended}
     */
    String kept(String run);

    /** Asks the run's coordinator how the run stands: {@link RunControl#status}. */
    RunStatus status(String run);

    /** Asks the run's coordinator what its threads have done: {@link RunControl#times}. */
    List<RunControl.EngineTimes> times(String run);

    /** Changes the run's engines: {@link RunControl#change}. */
    ChangeAnswer change(String run, ChangeOrder order);

    /**
     * Ends the run: {@link RunControl#stop}.
     *
     * @param by who asks, a claim that its user is told
     */
    void stop(String run, String by);

    /**
     * A piece of what a detached run's coordinator has printed.
     *
     * @param out the next bytes of standard output
     * @param errors the next bytes of standard error
     * @param sight how the run stands, as it was before these bytes were read: once it has ended and both are empty, no more follow
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RunOutput(byte[] out, byte[] errors, RunSight sight) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A place in what a detached run's coordinators have printed.
     *
     * @param out bytes of standard output before it
     * @param errors bytes of standard error before it
     */
    record Printed(long out, long errors) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The beginning. */
        public static final Printed NOTHING = new Printed(0, 0);
    }

    /**
     * A file in a detached run's working folder.
     *
     * @param path below that folder, with {@code /} between its parts
     * @param bytes its length
     * @param digest SHA-256 of its bytes
     */
    record RunFile(String path, long bytes, String digest) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }
}
