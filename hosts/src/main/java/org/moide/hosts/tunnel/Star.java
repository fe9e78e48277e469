package org.moide.hosts.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.tunnel.Doorman;
import org.moide.commlib.tunnel.ThroughSocket;
import org.moide.commlib.tunnel.TunnelDoor;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.hosts.ssh.StartedDaemon;
import org.moide.hosts.ssh.StartedDaemons;

/**
 * The tunnels of this process to the hosts on which {@code moide up --tunnel} has started daemons. Connections between
 * two of the hosts go through this process. A tunnel is opened by the first call to its host, and all are closed with
 * the process. Thread-safe.
 */
public final class Star implements Routes {
    private static final int DIGIT_BYTES = 4;

    /**
     * The limit on the number of logins at the same time, equal to that of {@code moide up}. A gateway that all of them
     * pass through may refuse more.
     */
    private static final int MOST_LOGINS = 16;

    private final StarWays ways;
    private final StartedDaemons started;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final Semaphore logins = new Semaphore(MOST_LOGINS);
    private final Map<String, HostLine> lines = new TreeMap<>(); // this object's lock guards this field and those below
    private @Nullable TunnelDoor door;
    private @Nullable StarFolder folder;
    private boolean closed;
    private volatile int ownPort;

    /**
     * Creates the object; opens no tunnel yet.
     *
     * @param started the record of daemons, which knows how to reach each host
     */
    public Star(StartedDaemons started, RandomGenerator randomness, Ticker ticker, FaultHandler faults) {
        byte[] digits = new byte[DIGIT_BYTES];
        randomness.nextBytes(digits);
        this.ways = new StarWays(HexFormat.of().formatHex(digits));
        this.started = started;
        this.ticker = ticker;
        this.faults = faults;
    }

    /** Returns the network name under which processes on the hosts of these tunnels reach this process. */
    public String ownName() {
        return ways.self().text();
    }

    @Override
    public Way to(String text) throws IOException {
        TunnelName name = TunnelName.of(text);
        if (name == null) {
            return new ByNetwork(text);
        }
        String host = ways.hostOf(name);
        if (host == null) {
            return new ByNetwork(RmiSpaceOptions.LOOPBACK);
        }
        HostLine line = line(host);
        return new ThroughSocket(host, line::awaitSocket, line::whatIfNot);
    }

    private synchronized HostLine line(String host) throws IOException {
        HostLine known = lines.get(host);
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new IOException("expected tunnels that are open, found that they are closed");
        }
        StartedDaemon daemon = started.all().stream()
                .filter(there -> there.id().equals(host) && !there.tunnel().isEmpty())
                .findFirst()
                .orElseThrow(
                        () -> new IOException("expected a daemon that 'moide up --tunnel' has started from here, found "
                                + new TunnelName(host, "") + ", which is not, or has ended"));
        StarFolder place = folder;
        if (place == null) {
            place = StarFolder.make();
            folder = place;
        }
        TunnelDoor opened = door;
        if (opened == null) {
            opened = new TunnelDoor("tunnels", ticker, faults);
            door = opened;
        }
        Path from = place.folder().resolve(host);
        opened.open(from, ask -> ways.admit(host, ask, ownPort, this::onward));
        HostLine line = new HostLine(
                daemon,
                ways.star(),
                place.folder(),
                from,
                ticker,
                new DaemonThreads("tunnel-to-" + daemon.host(), faults),
                logins);
        lines.put(host, line);
        return line;
    }

    private Doorman.@Nullable Onward onward(String host) {
        HostLine line;
        synchronized (this) {
            line = lines.get(host);
        }
        Path socket = line == null ? null : line.socketNow();
        return socket == null ? null : new Doorman.Onward(socket);
    }

    @Override
    public void opened(int port) {
        ownPort = port;
    }

    @Override
    public void close() {
        Map<String, HostLine> last;
        TunnelDoor opened;
        StarFolder place;
        synchronized (this) {
            closed = true;
            last = Map.copyOf(lines);
            opened = door;
            place = folder;
        }
        last.values().forEach(HostLine::ask);
        last.values().forEach(HostLine::end);
        if (opened != null) {
            opened.close();
        }
        if (place != null) {
            place.remove();
        }
    }
}
