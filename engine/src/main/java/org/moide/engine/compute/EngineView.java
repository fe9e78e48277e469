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

/**
 * The things that the compute threads of one engine have in common in one epoch.
 *
 * @param engine this engine's number in this epoch
 * @param host the engine's own host
 * @param processes the engines that are there, with their numbers as processes with workers
 * @param powers every engine's power
 * @param files the files that the user named for the application
 * @param classes the application's class loader
 * @param processors tells how long the engine's threads have had a processor
 * @param timing the times by which the engine judges its peers
 * @param notes the place where threads note the tasks that they run
 */
public record EngineView(
        int engine,
        EngineHost host,
        Processes processes,
        List<Double> powers,
        Arguments arguments,
        NamedFiles files,
        ObjectCodec codec,
        ClassLoader classes,
        Ticker ticker,
        ProcessorClock processors,
        Timing timing,
        TaskNotes notes) {

    public EngineView {
        powers = List.copyOf(powers);
    }

    /**
     * Prepares the calling thread for the application's code: it gets the application's class loader, whatever was set.
     */
    public void enter() {
        Thread.currentThread().setContextClassLoader(classes);
    }

    /** Returns the registration, which says which engines are there. */
    public Registration registration() {
        return processes.registration();
    }

    /** Returns this engine's number as a process with workers. */
    public int process() {
        return processes.of(new EngineNumber(engine)).value();
    }

    /** Returns this engine's row of the registration. */
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
