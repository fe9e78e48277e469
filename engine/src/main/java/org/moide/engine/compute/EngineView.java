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
 * What the compute threads of one engine have in common in one epoch.
 *
 * @param engine this engine's number in this epoch
 * @param host its own
 * @param processes who is there, and by which numbers as processes with workers
 * @param powers every engine's power
 * @param files that the user named for the application
 * @param classes the application's
 * @param processors tells how long its threads have had one
 * @param timing by which it judges its peers
 * @param notes where threads leave word of the tasks that they run
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

    /** The calling thread is about to run the application's code: it has the application's class loader, whatever was set. */
    public void enter() {
        Thread.currentThread().setContextClassLoader(classes);
    }

    /** Who is there. */
    public Registration registration() {
        return processes.registration();
    }

    /** This engine's number as a process with workers. */
    public int process() {
        return processes.of(new EngineNumber(engine)).value();
    }

    /** This engine's row. */
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
