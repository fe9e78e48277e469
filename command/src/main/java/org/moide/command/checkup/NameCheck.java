package org.moide.command.checkup;

import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.hosts.ssh.StartedDaemon;

/**
 * A check of a machine's name, and of the addresses under which others can reach it. Thread-safe; blocks as long as the
 * name service does.
 */
final class NameCheck {
    private static final String OWN = "own name";
    private static final String OTHER = "name";

    private NameCheck() {}

    static Finding ofThisMachine() {
        String name = SystemHost.name();
        List<InetAddress> named;
        try {
            named = Arrays.asList(InetAddress.getAllByName(name));
        } catch (UnknownHostException unnamed) {
            return Finding.warn(
                    OWN,
                    "this machine does not know what its own name stands for: " + name,
                    "put it into /etc/hosts, with an address of this machine");
        }
        return of(name, named, addresses());
    }

    /**
     * Returns the finding about this machine's own name.
     *
     * @param named the addresses that the name resolves to
     * @param own the addresses under which others can reach this machine
     */
    static Finding of(String name, List<InetAddress> named, List<InetAddress> own) {
        String meaning = name + " is " + text(named);
        if (own.isEmpty()) {
            return Finding.warn(
                    OWN,
                    meaning + "; no interface has an address that others could reach",
                    "runs on this machine alone work; for others connect a network");
        }
        if (named.stream().anyMatch(InetAddress::isLoopbackAddress)) {
            // Debian's /etc/hosts has such an entry. It does no harm as long as others are given addresses too.
            return Finding.ok(OWN, meaning + ", which is good here only; others are told the addresses " + text(own));
        }
        if (named.stream().noneMatch(own::contains)) {
            return Finding.warn(
                    OWN,
                    meaning + ", but this machine has the addresses " + text(own),
                    "mend the name in /etc/hosts or the name service, or say --advertise on daemons here");
        }
        return Finding.ok(OWN, meaning + "; others are told " + text(own));
    }

    /**
     * Returns the finding about a host that is reached through ssh.
     *
     * @param started the daemons that this user's {@code moide up} has started
     */
    static Finding throughSsh(TunnelName name, List<StartedDaemon> started) {
        return started.stream()
                .filter(daemon -> daemon.id().equals(name.host()))
                .findFirst()
                .map(daemon -> Finding.ok(OTHER, "the host that ssh calls " + daemon.host() + ", through ssh"))
                .orElseGet(() -> Finding.fail(
                        OTHER,
                        "no daemon that 'moide up --tunnel' has started has that name",
                        "ask on the machine, and as the user, that called 'moide up'; ~/.moide/up/hosts there names all"
                                + " that are up"));
    }

    /**
     * Resolves a host name that the user has given, and returns the finding about it.
     *
     * @param host the name or address
     */
    static Finding ofOther(String host) {
        List<InetAddress> named;
        try {
            named = Arrays.asList(InetAddress.getAllByName(host));
        } catch (UnknownHostException unknown) {
            return Finding.fail(
                    OTHER,
                    "nobody knows a host called " + host,
                    "correct the name, put it into /etc/hosts, or give the address");
        }
        return ofOther(host, named, SystemHost.name());
    }

    /**
     * Returns the finding about a host name that the user has given.
     *
     * @param named the addresses that it resolves to
     * @param own the name of this machine
     */
    static Finding ofOther(String host, List<InetAddress> named, String own) {
        boolean isAddress =
                named.stream().anyMatch(address -> address.getHostAddress().equals(host));
        String found = isAddress ? "an address" : host + " is " + text(named);
        boolean loopback = named.stream().allMatch(InetAddress::isLoopbackAddress);
        if (loopback && !isAddress && !host.startsWith("localhost") && !host.equals(own)) {
            return Finding.warn(
                    OTHER,
                    found + ": that is always the machine that asks",
                    "if " + host + " is another machine, give it its address in /etc/hosts");
        }
        return Finding.ok(OTHER, found);
    }

    private static List<InetAddress> addresses() {
        try {
            return SystemHost.addresses().stream()
                    .filter(address -> !address.isLoopbackAddress())
                    .toList();
        } catch (SocketException unknown) {
            return List.of();
        }
    }

    private static String text(List<InetAddress> addresses) {
        return addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
    }
}
