package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.security.OwnerOnly;

/**
 * Simulates the hosts of one star (a process with tunnels to several hosts) by folders on this machine. Doors between
 * them take the place of ssh.
 */
public final class TunnelledHosts implements AutoCloseable {
    public static final String STAR = "0123abcd";

    private final Path folder;
    private final List<TunnelDoor> doors = new ArrayList<>();
    private final List<TunnelDoor> middle = new ArrayList<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();

    /**
     * Creates simulated hosts as folders, with a door each.
     *
     * @param folder an empty folder with a short path
     */
    public TunnelledHosts(Path folder, int hosts) throws IOException {
        this.folder = folder;
        for (int host = 0; host < hosts; host++) {
            OwnerOnly.makeFolder(folder.resolve(digits(host)));
            doors.add(new HostTunnel(ways(host)).openDoor(System::nanoTime, (where, fault) -> faults.add(fault)));
            TunnelDoor here = new TunnelDoor("ssh-" + host, System::nanoTime, (where, fault) -> faults.add(fault));
            middle.add(here);
            here.open(
                    folder.resolve(digits(host)).resolve(STAR),
                    ask -> new Doorman.Onward(folder.resolve(ask.host()).resolve(HostWays.IN)));
        }
    }

    static String digits(int host) {
        return String.format(Locale.ROOT, "%016x", host);
    }

    HostWays ways(int host) {
        return new HostWays(digits(host), folder.resolve(digits(host)));
    }

    /** Returns the routes of a process on a host. */
    public Routes routes(int host) {
        return new HostTunnel(ways(host));
    }

    /** Returns the name by which other processes reach a host's processes. */
    public String name(int host) {
        return new TunnelName(digits(host), STAR).text();
    }

    /** Cuts a host off, as when the ssh to it ends. */
    void cut(int host) {
        middle.get(host).close();
    }

    Queue<Throwable> faults() {
        return faults;
    }

    @Override
    public void close() {
        doors.forEach(TunnelDoor::close);
        middle.forEach(TunnelDoor::close);
        if (!faults.isEmpty()) {
            throw new AssertionError("expected no fault, found " + faults);
        }
    }
}
