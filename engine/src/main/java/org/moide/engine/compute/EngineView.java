package org.moide.engine.compute;

import java.util.List;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.Registration;
import org.moide.engine.Arguments;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Processes;
import org.moide.engine.control.Timing;
import org.moide.engine.loading.TaskBytes;

/**
 * The values that all compute threads of one engine use in one epoch.
 *
 * @param engine this engine's number in this epoch
 * @param host the host on which the engine runs
 * @param processes the engines of the epoch, with their process numbers for workers
 * @param powers the power of each engine, by engine number
 * @param files the files that the user named for the application
 * @param codec encodes and decodes the application's objects
 * @param tasks encodes and decodes a bag's tasks
 * @param classes the application's class loader
 * @param processors tells how long the engine's threads have had a processor
 * @param timing time limits by which the engine judges whether other engines are alive
 * @param notes takes a note of each task that a thread runs
 */
public record EngineView(
        int engine,
        EngineHost host,
        Processes processes,
        List<Double> powers,
        Arguments arguments,
        NamedFiles files,
        ObjectCodec codec,
        TaskBytes tasks,
        ClassLoader classes,
        Ticker ticker,
        ProcessorClock processors,
        Timing timing,
        TaskNotes notes) {

    public EngineView {
        powers = List.copyOf(powers);
    }

    /**
     * Sets the application's class loader as the calling thread's context class loader. Called before the application's
     * code runs.
     */
    public void enter() {
        Thread.currentThread().setContextClassLoader(classes);
    }

    /** Returns the registration, the table of this epoch's engines. */
    public Registration registration() {
        return processes.registration();
    }

    /** Returns this engine's process number, by which workers know it. */
    public int process() {
        return processes.of(new EngineNumber(engine)).value();
    }

    public Registration.Member self() {
        return registration().engines().get(engine);
    }

    public int idOf(int thread) {
        return self().firstId() + thread;
    }

    public double share(int id) {
        Registration.Member member = registration().memberOf(id);
        double all = 0;
        for (double power : powers) {
            all += power;
        }
        return powers.get(member.engine()) / member.threads() / all;
    }

    public String threadName(int thread) {
        return "engine-" + engine + "-compute-" + thread;
    }
}
