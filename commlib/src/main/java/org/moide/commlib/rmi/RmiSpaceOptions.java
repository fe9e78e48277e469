package org.moide.commlib.rmi;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.gate.DeadlineWatch;
import org.moide.commlib.gate.Gate;
import org.moide.commlib.gate.GateCaller;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;
import org.moide.commlib.tunnel.HostTunnel;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The options of a process's object space. Its text contains no secrets.
 *
 * @param role the first part of the process's node ID and of its threads' names: {@code engine-3}
 * @param bindAddress the address to listen at; loopback unless other hosts connect; {@code 0.0.0.0} is all addresses
 * @param firstPort the first port to try; the process listens at the first free one
 * @param lastPort the last port to try; if both are 0, the system chooses
 * @param advertised the names and addresses at which other processes try to reach this one; if empty, derived from
 * bindAddress
 * @param secret the cluster's secret
 * @param version the MOIDE version
 * @param ownVersionOnly whether peers must have the same version
 * @param plain whether TLS is off: whoever carries a connection can then read and change it, also on this machine
 * @param nodeFolder the folder of this node's TLS identity
 * @param limits limits of waits and sizes
 * @param faults takes unexpected failures
 * @param ticker elapsed time
 * @param randomness for node IDs and nonces
 * @param carriers make the carriers of connections
 * @param routes the ways to other processes; closed with the space
 */
public record RmiSpaceOptions(
        String role,
        String bindAddress,
        int firstPort,
        int lastPort,
        List<String> advertised,
        ClusterSecret secret,
        String version,
        boolean ownVersionOnly,
        boolean plain,
        Path nodeFolder,
        GateLimits limits,
        FaultHandler faults,
        Ticker ticker,
        SecureRandom randomness,
        Carriers carriers,
        Routes routes) {
    public static final String LOOPBACK = "127.0.0.1";

    public RmiSpaceOptions {
        advertised = List.copyOf(advertised);
        if (firstPort < 0 || lastPort > 65_535 || firstPort > lastPort) {
            throw new IllegalArgumentException(
                    "expected ports from 0 to 65535 in order, found " + firstPort + "-" + lastPort);
        }
    }

    /** Returns options to listen on loopback only, at a port that the system chooses. */
    public static RmiSpaceOptions onLoopback(
            String role, ClusterSecret secret, FaultHandler faults, Ticker ticker, SecureRandom randomness) {
        return new RmiSpaceOptions(
                role,
                LOOPBACK,
                0,
                0,
                List.of(),
                secret,
                SoftwareVersion.current(),
                false,
                false,
                ClusterSecret.defaultFolder(),
                GateLimits.defaults(),
                faults,
                ticker,
                randomness,
                Carriers.rings(new PollPolicy(ticker, Runtime.getRuntime().availableProcessors()), randomness),
                Routes.NETWORK);
    }

    public RmiSpaceOptions withBindAddress(String address) {
        return changed(draft -> draft.bindAddress = address);
    }

    public RmiSpaceOptions withPorts(int first, int last) {
        return changed(draft -> {
            draft.firstPort = first;
            draft.lastPort = last;
        });
    }

    public RmiSpaceOptions withAdvertised(List<String> addresses) {
        return changed(draft -> draft.advertised = addresses);
    }

    public RmiSpaceOptions withVersion(String other) {
        return changed(draft -> draft.version = other);
    }

    /** Returns options to talk only to processes of the same version. */
    public RmiSpaceOptions withOwnVersionOnly() {
        return changed(draft -> draft.ownVersionOnly = true);
    }

    public RmiSpaceOptions withPlain(boolean on) {
        return changed(draft -> draft.plain = on);
    }

    public RmiSpaceOptions withNodeFolder(Path folder) {
        return changed(draft -> draft.nodeFolder = folder);
    }

    public RmiSpaceOptions withLimits(GateLimits other) {
        return changed(draft -> draft.limits = other);
    }

    public RmiSpaceOptions withCarriers(Carriers other) {
        return changed(draft -> draft.carriers = other);
    }

    public RmiSpaceOptions withRoutes(Routes other) {
        return changed(draft -> draft.routes = other);
    }

    /**
     * Returns options with ways that do not go through the network, such as tunnels, if the process has been given any.
     *
     * @param ways in the form of {@link org.moide.commlib.tunnel.HostWays#text}; null if all goes through the network
     */
    public RmiSpaceOptions withTunnel(@Nullable String ways) {
        return withRoutes(HostTunnel.routes(ways));
    }

    /** Creates the object by which this process opens connections to others. */
    GateCaller caller(HandshakeTerms terms, DeadlineWatch watch, Gate gate) {
        return new GateCaller(terms, watch, gate, routes);
    }

    /**
     * Returns whether other processes reach this one in another way than through the network, such as through a tunnel.
     * They may then be on other hosts, wherever this process listens.
     */
    boolean isTunnelled() {
        return advertised.stream().anyMatch(TunnelName::isOne);
    }

    /**
     * Returns whether processes of other machines can connect. If so, the cluster's secret must exist already, and the
     * space makes its TLS key when it opens. Which processes are trusted does not depend on this.
     *
     * @throws GateException if the address is unknown
     */
    public boolean beyondLoopback() {
        return beyondLoopback(bindAddress);
    }

    /**
     * Returns whether processes of other machines can connect to a listener at {@code bindAddress}, like
     * {@link #beyondLoopback()}. Used before there are options, because the secret depends on it.
     */
    public static boolean beyondLoopback(String bindAddress) {
        return !resolve(bindAddress).isLoopbackAddress();
    }

    /** Returns whether this host has the address. Only then can a process listen at it. */
    public static boolean isOfThisHost(String bindAddress) {
        try {
            InetAddress address = resolve(bindAddress);
            return address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (GateException | SocketException unknown) {
            return false;
        }
    }

    static InetAddress resolve(String bindAddress) {
        try {
            return InetAddress.getByName(bindAddress);
        } catch (UnknownHostException e) {
            throw new GateException(
                    "expected an address or name of this host to listen at (--bind), found '" + bindAddress
                            + "', which the name service does not know",
                    e);
        }
    }

    @Override
    public String toString() {
        return role + " at " + bindAddress + ":" + (firstPort == lastPort ? firstPort : firstPort + "-" + lastPort)
                + ", advertised " + advertised + ", MOIDE " + version + (ownVersionOnly ? " only" : "") + ", " + secret
                + (plain ? ", never encrypted" : ", encrypted") + ", node folder " + nodeFolder + ", "
                + limits;
    }

    private RmiSpaceOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.made();
    }

    /** A mutable copy of the options, to change some of them. */
    private static final class Draft {
        private String role;
        private String bindAddress;
        private int firstPort;
        private int lastPort;
        private List<String> advertised;
        private ClusterSecret secret;
        private String version;
        private boolean ownVersionOnly;
        private boolean plain;
        private Path nodeFolder;
        private GateLimits limits;
        private FaultHandler faults;
        private Ticker ticker;
        private SecureRandom randomness;
        private Carriers carriers;
        private Routes routes;

        Draft(RmiSpaceOptions from) {
            role = from.role;
            bindAddress = from.bindAddress;
            firstPort = from.firstPort;
            lastPort = from.lastPort;
            advertised = from.advertised;
            secret = from.secret;
            version = from.version;
            ownVersionOnly = from.ownVersionOnly;
            plain = from.plain;
            nodeFolder = from.nodeFolder;
            limits = from.limits;
            faults = from.faults;
            ticker = from.ticker;
            randomness = from.randomness;
            carriers = from.carriers;
            routes = from.routes;
        }

        RmiSpaceOptions made() {
            return new RmiSpaceOptions(
                    role,
                    bindAddress,
                    firstPort,
                    lastPort,
                    advertised,
                    secret,
                    version,
                    ownVersionOnly,
                    plain,
                    nodeFolder,
                    limits,
                    faults,
                    ticker,
                    randomness,
                    carriers,
                    routes);
        }
    }
}
