package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.moide.commlib.security.GateException;
import org.moide.commlib.system.SystemHost;

/** The addresses of a process: where it listens, and where other processes can reach it. */
final class Addresses {
    /** The greatest number of connections that the kernel holds until the gate's thread accepts them. */
    private static final int BACKLOG = 1024;

    private Addresses() {}

    /** Opens the listening socket at the first free port of the range in the options. */
    static ServerSocketChannel listen(RmiSpaceOptions options) {
        InetAddress address = RmiSpaceOptions.resolve(options.bindAddress());
        for (int port = options.firstPort(); port <= options.lastPort(); port++) {
            try {
                ServerSocketChannel channel = ServerSocketChannel.open();
                try {
                    // The port of a process that has ended is free again at once.
                    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                    return channel.bind(new InetSocketAddress(address, port), BACKLOG);
                } catch (IOException | RuntimeException e) {
                    channel.close();
                    throw e;
                }
            } catch (BindException e) {
                if (port == options.lastPort()) {
                    throw new GateException(inUse(options, e), e);
                }
            } catch (IOException e) {
                throw new GateException("cannot listen at " + options.bindAddress() + ":" + port + ": " + e, e);
            }
        }
        throw new IllegalStateException("no port in " + options);
    }

    private static String inUse(RmiSpaceOptions options, BindException why) {
        String where = options.bindAddress() + ":";
        boolean occupied = String.valueOf(why.getMessage()).contains("in use");
        if (!occupied) {
            return "cannot listen at " + where + options.firstPort() + ": " + why.getMessage()
                    + " (--bind takes an address of this host)";
        }
        return options.firstPort() == options.lastPort()
                ? "port in use: " + where + options.firstPort() + "; choose another (--port), or end the process there"
                : "all ports in use: " + where + options.firstPort() + "-" + options.lastPort()
                        + "; give a larger range or end the processes there";
    }

    /** Returns a readable ID that is unique to this process. */
    static String nodeId(String role, SecureRandom randomness) {
        byte[] digits = new byte[6];
        randomness.nextBytes(digits);
        return role + " on " + SystemHost.name() + " (pid "
                + ProcessHandle.current().pid() + ", " + HexFormat.of().formatHex(digits) + ")";
    }

    static List<String> reachable(RmiSpaceOptions options) {
        if (!options.advertised().isEmpty()) {
            return options.advertised();
        }
        InetAddress bound = RmiSpaceOptions.resolve(options.bindAddress());
        if (!bound.isAnyLocalAddress()) {
            return List.of(SystemHost.forOthers(bound).getHostAddress());
        }
        List<String> found = new ArrayList<>();
        try {
            SystemHost.addresses().stream()
                    .filter(address -> !address.isLoopbackAddress())
                    // Most hosts answer on IPv4; IPv6 addresses are tried last.
                    .sorted((left, right) ->
                            Boolean.compare(left instanceof Inet6Address, right instanceof Inet6Address))
                    .map(InetAddress::getHostAddress)
                    .forEach(found::add);
        } catch (SocketException e) {
            throw new GateException("cannot list this host's addresses: give them yourself (--advertise)", e);
        }
        found.add(SystemHost.name());
        return found;
    }
}
