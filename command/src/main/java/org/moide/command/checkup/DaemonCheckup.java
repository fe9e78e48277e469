package org.moide.command.checkup;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.SystemWallClock;

/** The daemon's implementation of {@link CheckedDaemon}. Called by threads of the object space. */
public final class DaemonCheckup implements CheckedDaemon {
    /**
     * The timeout of the call back to the process that asks. Connecting takes at most 1 s for each address, and that
     * process waits longer than this.
     */
    private static final Duration WAY_BACK = Duration.ofSeconds(4);

    private final ObjectSpace space;
    private final InstantSource clock;
    private final Supplier<List<Finding>> machine;

    DaemonCheckup(ObjectSpace space, InstantSource clock, Supplier<List<Finding>> machine) {
        this.space = space;
        this.clock = clock;
        this.machine = machine;
    }

    /** Exports the object, so that {@code moide doctor} can ask this process from now on. */
    public static void serve(ObjectSpace space, Path home) {
        space.export(
                CheckedDaemon.class, NAME, new DaemonCheckup(space, new SystemWallClock(), () -> ofThisMachine(home)));
    }

    /** Returns the findings that concern only this machine. */
    static List<Finding> ofThisMachine(Path home) {
        List<Finding> findings = new ArrayList<>();
        findings.add(JavaCheck.ofThisProcess());
        findings.add(NameCheck.ofThisMachine());
        findings.addAll(new MachineChecks(MachinePlaces.usual(home)).all());
        return findings;
    }

    @Override
    public DaemonWord checkup(NodeReference asker) {
        List<Finding> found = machine.get();
        String wayBack = wayBack(asker);
        // The clock is read last, since the asker compares it with the time at which the answer arrives.
        return new DaemonWord(Runtime.version().feature(), clock.instant().toEpochMilli(), wayBack, found);
    }

    private String wayBack(NodeReference asker) {
        try {
            space.proxy(asker, Asker.class, Asker.NAME, WAY_BACK).hello();
            return "";
        } catch (CommException unreached) {
            return String.valueOf(unreached.getMessage());
        }
    }
}
