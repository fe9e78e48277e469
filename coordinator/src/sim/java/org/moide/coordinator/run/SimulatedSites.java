package org.moide.coordinator.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.moide.commlib.CommException;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruiting;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.assembly.DaemonConsole;
import org.moide.coordinator.run.assembly.DaemonEngine;
import org.moide.coordinator.run.assembly.DaemonLeases;
import org.moide.coordinator.run.assembly.Hosts;
import org.moide.coordinator.run.assembly.JarShipping;
import org.moide.coordinator.run.assembly.OwnCopy;
import org.moide.coordinator.run.assembly.PackedFolders;
import org.moide.coordinator.run.assembly.RunContext;
import org.moide.coordinator.run.assembly.ShippedApplication;
import org.moide.coordinator.run.assembly.ThreadsThere;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.Program;
import org.moide.engine.host.RunConsole;
import org.moide.engine.loading.KnownDigests;

/**
 * Makes daemons start the engines of a simulated coordinator. It does so through the real {@link DaemonEngine}, as
 * {@link Hosts} does with real daemons. Unlike {@link Hosts}, it asks hosts one after the other. Used by the
 * coordinator's simulated threads.
 */
final class SimulatedSites {
    /** The time limit for finding a daemon, as in a survey of hosts. */
    private static final Duration FIND = Duration.ofSeconds(5);

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final long MEMORY_BYTES = 1L << 30;

    private final SimulatedDaemons daemons;
    private final SimulatedHosts hosts;
    private final RunContext run;
    private final int threadsOfEach;
    private final Map<NodeReference, DaemonEngine> sites = new LinkedHashMap<>();
    private final AtomicInteger senders = new AtomicInteger();
    private final Map<Integer, Recruiting.Seated> seated = new HashMap<>();

    SimulatedSites(
            SimulatedDaemons daemons,
            SimulatedHosts hosts,
            String runId,
            RunPorts ports,
            Program program,
            int threadsOfEach) {
        this.daemons = daemons;
        this.hosts = hosts;
        this.threadsOfEach = threadsOfEach;
        this.run = RunContexts.of(runId, ports, program);
    }

    /** Exports the object to which daemons report the ends of engines. */
    void export(DaemonConsole console) {
        run.space().export(RunConsole.class, RunConsole.nameOf(run.runId()), console);
    }

    /**
     * Starts the run's first engines in parallel, besides the coordinator's own. Blocks until each is ready or has
     * failed.
     */
    List<AssembledEngine> assemble(AssembledEngine own, int count) throws InterruptedException {
        seated.put(0, new Recruiting.Seated(own.host(), own.location()));
        AssembledEngine[] made = new AssembledEngine[count];
        made[0] = own;
        Signal changed = run.ports().around().signals().create();
        for (int seat = 1; seat < count; seat++) {
            int number = seat;
            run.ports()
                    .around()
                    .threads()
                    .newThread(() -> {
                        made[number] = first(number, changed);
                        changed.raise();
                    })
                    .start();
        }
        changed.await(() -> Arrays.stream(made).allMatch(Objects::nonNull), Long.MAX_VALUE);
        return List.of(made);
    }

    /**
     * Starts one of the engines with which the run begins. Engine n is started on host n if the daemon there answers,
     * otherwise on another host. Tries until some daemon answers.
     */
    private AssembledEngine first(int seat, Signal changed) {
        List<DaemonAddress> own = List.of(address(SimulatedHosts.hostOf(seat)));
        while (true) {
            for (List<DaemonAddress> named : List.of(own, List.<DaemonAddress>of())) {
                Recruitment wanted = new Recruitment(
                        seat,
                        named,
                        0,
                        FixedOrder.copyOf(seated.keySet()),
                        Set.of(),
                        Set.of(),
                        Recruitment.Reach.ANY_HOST,
                        0);
                Place place;
                try {
                    place = find(wanted);
                } catch (NoHostsException silent) {
                    continue;
                }
                try {
                    return place.site().assemble(place.assignment(), ThreadsThere.late(threadsOfEach));
                } catch (NoHostsException failed) {
                    return AssembledEngine.failed(place.assignment(), String.valueOf(failed.getMessage()));
                }
            }
            try {
                changed.await(() -> false, BETWEEN_TRIES.toNanos());
            } catch (InterruptedException stray) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Starts an engine for a running run, like {@link Hosts#recruit}. */
    AssembledEngine recruit(Recruitment wanted) {
        Place place = find(wanted);
        return place.site()
                .assemble(
                        place.assignment(), ThreadsThere.late(place.assignment().threads()));
    }

    private record Place(Assignment assignment, DaemonEngine site) {}

    /** Returns the best host whose daemon answers. */
    private Place find(Recruitment wanted) {
        List<Candidate> candidates = new ArrayList<>();
        Set<String> named = new HashSet<>();
        wanted.hosts().forEach(address -> named.add(address.host()));
        for (SimulatedDaemon daemon : daemons.all()) {
            String host = daemon.host();
            if (named.isEmpty() || named.contains(host)) {
                candidates.add(new Candidate(
                        address(host).toString(),
                        host,
                        host,
                        threadsOfEach,
                        1,
                        1,
                        MEMORY_BYTES,
                        0,
                        List.of(),
                        List.of(),
                        hosts.locationOf(host),
                        List.of()));
            }
        }
        while (true) {
            Candidate best = Recruiting.choose(wanted, candidates, seated, FreeProcessors.of(candidates, 0, false));
            try {
                NodeReference node =
                        run.space().find(best.host(), daemons.on(best.host()).port(), FIND);
                seated.put(wanted.seat(), Recruiting.Seated.on(best));
                int threads = wanted.threads() == 0 ? threadsOfEach : wanted.threads();
                return new Place(new Assignment(wanted.seat(), best, threads, MEMORY_BYTES, 1, 1, 1), siteAt(node));
            } catch (CommException noAnswer) {
                candidates.remove(best);
            }
        }
    }

    private DaemonEngine siteAt(NodeReference daemon) {
        return sites.computeIfAbsent(
                daemon,
                there -> new DaemonEngine(
                        run,
                        new JarShipping(
                                new ShippedApplication(
                                        List.of(),
                                        RunFiles.NONE,
                                        PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH))),
                                0,
                                run.ports()),
                        new OwnCopy(
                                List.of(),
                                PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH)),
                                0,
                                run.ports()),
                        there,
                        DaemonLeases.none(),
                        false,
                        senders::getAndIncrement));
    }

    private static DaemonAddress address(String host) {
        return new DaemonAddress(host, DaemonAddress.DEFAULT_PORT, 0);
    }

    /** Tells all hosts, in parallel, that the run has ended. Does not wait until they have ended its engines. */
    void close() {
        for (DaemonEngine site : List.copyOf(sites.values())) {
            run.ports().around().threads().newThread(site::close).start();
        }
    }
}
