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
 * The options by which a process takes part. Prints itself, without secrets.
 *
 * @param role the first part of the process's node ID and of its threads' names: {@code engine-3}
 * @param bindAddress where to listen; loopback unless others connect from elsewhere; {@code 0.0.0.0} is everywhere
 * @param firstPort where to listen: the first free port from this on …
 * @param lastPort … up to this; 0 and 0 leave it to the system
 * @param advertised under which names and addresses others try to reach this process; empty: derived from bindAddress
 * @param secret what the cluster shares
 * @param version of MOIDE
 * @param ownVersionOnly whether others must have the same
 * @param plain no TLS: who carries a connection can read and change it, on this machine too
 * @param nodeFolder where this node's TLS identity is kept
 * @param limits of waits and sizes
 * @param faults what nobody expected
 * @param ticker elapsed time
 * @param randomness for node IDs and nonces
 * @param carriers what carries the bytes of calls
 * @param routes how others are reached; closed with the space
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

    /** Listens on loopback only, at a port that the system chooses. */
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

    /** Talks with processes of the same version only. */
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
     * Past the network, if the process was told so.
     *
     * @param ways as {@link org.moide.commlib.tunnel.HostWays#text} says them; null where all is by the network
     */
    public RmiSpaceOptions withTunnel(@Nullable String ways) {
        return withRoutes(HostTunnel.routes(ways));
    }

    /** Makes the caller of others in this process's name. */
    GateCaller caller(HandshakeTerms terms, DeadlineWatch watch, Gate gate) {
        return new GateCaller(terms, watch, gate, routes);
    }

    /**
     * Returns whether others are told to come past the network: then they may be other hosts, wherever this process
     * listens.
     */
    boolean isTunnelled() {
        return advertised.stream().anyMatch(TunnelName::isOne);
    }

    /**
     * Returns whether others than this machine's users can connect. This decides when a key and a secret must be there,
     * and says nothing about whom to trust.
     *
     * @throws GateException if the address is unknown
     */
    public boolean beyondLoopback() {
        return beyondLoopback(bindAddress);
    }

    /** Tells like {@link #beyondLoopback()}, before there are options, because the secret depends on the answer. */
    public static boolean beyondLoopback(String bindAddress) {
        return !resolve(bindAddress).isLoopbackAddress();
    }

    /** Returns whether a process of this host can listen there at all, as far as its interfaces tell. */
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

    /** A copy of the options, to be changed. */
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
