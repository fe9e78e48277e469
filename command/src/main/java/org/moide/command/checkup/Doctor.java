package org.moide.command.checkup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.hosts.network.Spaces;
import org.moide.hosts.ssh.StartedDaemons;

/** The checks of {@code moide doctor}: of this machine, and of others by asking their daemons. Used by one thread. */
public final class Doctor {
    private static final String OWN = "this machine";
    private static final String SECRET = "secret";

    private final HostsPlan plan;

    /**
     * Creates the object.
     *
     * @param plan the daemons to ask, and how; this machine is always checked
     */
    public Doctor(HostsPlan plan) {
        this.plan = plan;
    }

    /** Runs all checks. Blocks for some seconds. */
    public Checkup checkup() throws InterruptedException {
        Path home = Spaces.homeFolder();
        List<Finding> own = new ArrayList<>();
        own.add(Finding.ok("moide", SoftwareVersion.current()));
        own.addAll(DaemonCheckup.ofThisMachine(home));
        ClusterSecret secret = secret(own);
        if (plan.daemons().isEmpty() || secret == null) {
            own.add(port(secret));
            return new Checkup(List.of(new Checkup.Host(OWN, own)));
        }
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.doctor"));
        boolean throughSsh = DaemonAddress.areThroughSsh(plan.daemons());
        NetworkSettings network = plan.network().toReach(plan.daemons());
        String bind = Spaces.bindAddress(network);
        List<Checkup.Host> hosts = new ArrayList<>();
        try (RmiSpace space = Spaces.open("doctor", network, bind, secret, faults, new SystemTicker())) {
            own.add(Finding.ok(
                    "listens",
                    "at " + bind + ":" + space.self().port() + ", for hosts that call back"
                            + (throughSsh ? " through ssh" : "")));
            hosts.add(new Checkup.Host(OWN, own));
            space.export(CheckedDaemon.Asker.class, CheckedDaemon.Asker.NAME, () -> {});
            hosts.addAll(new HostChecks(
                            space,
                            new SystemTicker(),
                            new SystemWallClock(),
                            new DaemonThreads("doctor", faults),
                            throughSsh ? new StartedDaemons(home.resolve("up")).all() : List.of())
                    .of(plan.daemons()));
        }
        return new Checkup(hosts);
    }

    /** Returns the cluster's secret; null if there is no usable one. Adds a finding about the secret to {@code own}. */
    private @Nullable ClusterSecret secret(List<Finding> own) {
        Path file = Spaces.secretFile(plan.network());
        if (Files.notExists(file)) {
            String advice = "copy it from a host that serves already (0600), or make one with 'moide key create'";
            own.add(
                    plan.daemons().isEmpty()
                            ? Finding.ok(
                                    SECRET, "none yet in " + file + ": the first daemon or run over hosts makes one")
                            : Finding.fail(SECRET, "none in " + file + ", so no host was asked", advice));
            return null;
        }
        try {
            ClusterSecret secret = ClusterSecret.load(file);
            own.add(Finding.ok(SECRET, file + ", for its owner only, ID " + secret.keyId()));
            return secret;
        } catch (GateException unusable) {
            own.add(Finding.fail(
                    SECRET,
                    String.valueOf(unusable.getMessage()),
                    "do what is said there" + (plan.daemons().isEmpty() ? "" : "; no host was asked")));
            return null;
        }
    }

    /** Checks the port at which a daemon of this machine would listen. */
    private Finding port(@Nullable ClusterSecret secret) {
        int port = DaemonAddress.DEFAULT_PORT;
        String check = "port " + port;
        try (ServerSocket free = new ServerSocket()) {
            free.setReuseAddress(true);
            free.bind(new InetSocketAddress(port));
            return Finding.ok(check, "free for a daemon");
        } catch (IOException taken) {
            if (secret != null && isOurs(port, secret)) {
                return Finding.ok(check, "a daemon of your cluster serves there");
            }
            return Finding.warn(
                    check,
                    "in use by another process, or a daemon with another secret",
                    "moide engine --port 7101, and --hosts name:7101; or end what is there");
        }
    }

    private boolean isOurs(int port, ClusterSecret secret) {
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.doctor"));
        String loopback = InetAddress.getLoopbackAddress().getHostAddress();
        try (RmiSpace space = Spaces.open("doctor", plan.network(), loopback, secret, faults, new SystemTicker())) {
            space.find(loopback, port, HostChecks.FINDING);
            return true;
        } catch (CommException strange) {
            return false;
        }
    }
}
