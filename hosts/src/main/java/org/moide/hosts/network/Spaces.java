package org.moide.hosts.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.ssh.StartedDaemons;
import org.moide.hosts.tunnel.Star;

/**
 * Opens object spaces with the user's network settings. Through an object space a process calls objects of other
 * processes. Thread-safe.
 */
public final class Spaces {
    private static final String EVERYWHERE = "0.0.0.0";

    private Spaces() {}

    /** Returns the file of the cluster's secret: the one that the user named, or the default. */
    public static Path secretFile(NetworkSettings network) {
        Path file = network.secretFile();
        return file == null ? ClusterSecret.defaultFile() : file;
    }

    /**
     * Returns the address to listen on for connections from other hosts: the one that the user named, or the wildcard
     * address.
     *
     * @throws PlanException if the named address cannot be resolved
     */
    public static String bindAddress(NetworkSettings network) {
        String bind = network.bind();
        if (bind == null) {
            return EVERYWHERE;
        }
        try {
            RmiSpaceOptions.beyondLoopback(bind);
        } catch (GateException unknown) {
            throw new PlanException(String.valueOf(unknown.getMessage()), unknown);
        }
        return bind;
    }

    /**
     * Loads the cluster's secret for a process that accepts connections; makes it if there is none. If the user named a
     * file and the process listens beyond loopback, the file must exist: other hosts could not know a secret made now.
     *
     * @throws PlanException if that file is missing
     */
    public static ClusterSecret secret(NetworkSettings network, String bindAddress) {
        Path file = secretFile(network);
        if (network.secretFile() != null && RmiSpaceOptions.beyondLoopback(bindAddress) && !Files.exists(file)) {
            throw missing(file);
        }
        return loadedOrMade(network, file);
    }

    /**
     * Loads the secret, or makes it.
     *
     * @throws PlanException if the user has named a file that holds no secret
     */
    private static ClusterSecret loadedOrMade(NetworkSettings network, Path file) {
        try {
            return ClusterSecret.loadOrCreate(file, new SystemRandomness().generator());
        } catch (GateException unusable) {
            if (network.secretFile() == null) {
                throw unusable;
            }
            throw new PlanException("--secret-file: " + unusable.getMessage(), unusable);
        }
    }

    /**
     * Loads the cluster's secret for a process that calls other processes. If those run on other hosts, the secret must
     * exist already.
     *
     * @throws PlanException if the secret is missing
     */
    public static ClusterSecret sharedSecret(NetworkSettings network, String bindAddress) {
        Path file = secretFile(network);
        if (RmiSpaceOptions.beyondLoopback(bindAddress) && !Files.exists(file)) {
            throw missing(file);
        }
        return loadedOrMade(network, file);
    }

    private static PlanException missing(Path file) {
        return new PlanException("expected the cluster's secret in " + file
                + ", found no such file: copy it from a host that serves already, or make one with 'moide key'");
    }

    /**
     * Returns a line that tells the user where a process listens for connections, and which file has the secret.
     *
     * @param made whether this process has just made the secret
     */
    public static String served(
            String host, String bindAddress, RmiSpace space, ClusterSecret secret, Path secretFile, boolean made) {
        return host + " serves at " + bindAddress + ":" + space.self().port() + ", secret " + secret.keyId() + " of "
                + secretFile + (made ? " (made just now: copy it to the other hosts)" : "");
    }

    /**
     * Opens an object space with the default limit on the size of calls.
     *
     * @param role the prefix of its threads' names and of its node ID
     * @throws PlanException if the address is none of this host's
     * @throws GateException if it cannot listen at that address
     */
    public static RmiSpace open(
            String role,
            NetworkSettings network,
            String bindAddress,
            ClusterSecret secret,
            FaultHandler faults,
            Ticker ticker) {
        return open(
                role,
                network,
                bindAddress,
                secret,
                faults,
                ticker,
                GateLimits.defaults().requestBytes());
    }

    /**
     * Opens an object space with a limit on the size of calls.
     *
     * @param mostCallBytes the most bytes of one request or answer
     */
    public static RmiSpace open(
            String role,
            NetworkSettings network,
            String bindAddress,
            ClusterSecret secret,
            FaultHandler faults,
            Ticker ticker,
            long mostCallBytes) {
        Star star = new Star(
                new StartedDaemons(homeFolder().resolve("up")), new SystemRandomness().generator(), ticker, faults);
        List<String> advertised =
                network.advertise().equals(NetworkSettings.THROUGH_SSH) ? List.of(star.ownName()) : network.advertise();
        return open(
                options(role, network, bindAddress, secret, faults, ticker)
                        .withAdvertised(advertised)
                        .withLimits(limits(mostCallBytes))
                        .withRoutes(star),
                bindAddress);
    }

    /** Opens the object space of a daemon, which reaches other hosts by {@code routes}. */
    public static RmiSpace openDaemon(
            String role,
            NetworkSettings network,
            String bindAddress,
            ClusterSecret secret,
            FaultHandler faults,
            Ticker ticker,
            Routes routes) {
        return open(
                options(role, network, bindAddress, secret, faults, ticker)
                        .withAdvertised(network.advertise())
                        .withRoutes(routes),
                bindAddress);
    }

    private static RmiSpaceOptions options(
            String role,
            NetworkSettings network,
            String bindAddress,
            ClusterSecret secret,
            FaultHandler faults,
            Ticker ticker) {
        return RmiSpaceOptions.onLoopback(role, secret, faults, ticker, new SystemRandomness().generator())
                .withBindAddress(bindAddress)
                .withPorts(network.port(), network.port())
                .withPlain(network.plain());
    }

    private static GateLimits limits(long mostCallBytes) {
        GateLimits usual = GateLimits.defaults();
        return new GateLimits(
                usual.handshake(),
                usual.waiting(),
                usual.sessions(),
                mostCallBytes,
                usual.connectionsPerPeer(),
                usual.connect(),
                usual.idle());
    }

    private static RmiSpace open(RmiSpaceOptions options, String bindAddress) {
        try {
            return RmiSpace.open(options);
        } catch (GateException deaf) {
            if (RmiSpaceOptions.isOfThisHost(bindAddress)) {
                throw deaf;
            }
            throw new PlanException("--bind: " + deaf.getMessage(), deaf);
        }
    }

    /** Returns the folder {@code ~/.moide}, which all MOIDE processes of this user on this host share. */
    public static Path homeFolder() {
        return ClusterSecret.defaultFolder();
    }

    /** Returns {@code file}, or {@code name} in the home folder if {@code file} is null. */
    public static Path inHome(@Nullable Path file, String name) {
        return file == null ? homeFolder().resolve(name) : file;
    }
}
