package org.moide.samples.programs.tsp;

import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.engine.Report;

/**
 * The shortest tour that an engine knows. When a shorter one is found, the engine sends it to all other engines at
 * once, by simple messages (Task Pool Teams, §4). Their communication threads receive it while their compute threads go
 * on computing. The first engine prints it for the user. Any thread may use it.
 */
final class Incumbent {
    private static final int SHORTER = 1;

    private final Report report;

    /** The shortest known tour. It is replaced only by a shorter one, and only with this object's lock held. */
    private volatile Tour shortest;

    private boolean tells;

    Incumbent(Tour first, Report report) {
        this.shortest = first;
        this.report = report;
    }

    Tour tour() {
        return shortest;
    }

    int length() {
        return shortest.length();
    }

    /** Listens for tours that other engines send. Called by the first thread of the engine, before any other call. */
    void listen(CommLib comm) {
        tells = comm.engineOf(comm.id()) == 0;
        if (comm.count() > 1) {
            comm.onMessage(SHORTER, Tour.class, (message, tour) -> keep(tour));
        }
    }

    /**
     * Takes a tour that was found on this engine. If it is shorter than the shortest known one, sends it to the first
     * threads of all other engines.
     */
    void found(Tour tour, CommLib comm) {
        if (!keep(tour)) {
            return;
        }
        int own = comm.engineOf(comm.id());
        for (int id = 0; id < comm.count(); id++) {
            boolean firstOfEngine = id == 0 || comm.engineOf(id - 1) != comm.engineOf(id);
            if (firstOfEngine && comm.engineOf(id) != own) {
                tell(id, tour, comm);
            }
        }
    }

    private static void tell(int id, Tour tour, CommLib comm) {
        try {
            comm.post(id, SHORTER, tour);
        } catch (CommException gone) {
            // An engine that has left needs no bound, and one that misses the tour only works more: it is also in the
            // results.
        }
    }

    private synchronized boolean keep(Tour tour) {
        if (tour.length() >= shortest.length()) {
            return false;
        }
        shortest = tour;
        if (tells) {
            tour.tell(report);
        }
        return true;
    }
}
