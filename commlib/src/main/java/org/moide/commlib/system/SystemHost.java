package org.moide.commlib.system;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The host's own name and addresses, as its system knows them. No name service is asked: one that does not answer would
 * cost each JVM seconds, for what the system knows by itself. Any thread; nothing blocks.
 */
public final class SystemHost {
    /** Holds the name on Linux. */
    private static final Path NAME_FILE = Path.of("/proc/sys/kernel/hostname");

    /** Hold it elsewhere: where a shell or the script {@code moide} sets it, and on Windows. */
    private static final List<String> NAME_VARIABLES = List.of("HOSTNAME", "COMPUTERNAME");

    /** The name that each host has for itself. */
    private static final String NAMELESS = "localhost";

    private SystemHost() {}

    /** Tells this host's name; {@code localhost} if the system does not tell it. */
    public static String name() {
        return name(NAME_FILE, System.getenv());
    }

    /**
     * Tells the same of any system.
     *
     * @param file has the name as its text; passed over if there is none
     * @param variables the environment
     */
    static String name(Path file, Map<String, String> variables) {
        try {
            String written = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (!written.isEmpty()) {
                return written;
            }
        } catch (IOException noSuchFile) {
            // Not Linux: the variables say it.
        }
        return NAME_VARIABLES.stream()
                .map(variable -> variables.getOrDefault(variable, "").strip())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse(NAMELESS);
    }

    /**
     * Lists the addresses of all interfaces except those that are good on one link only, each as other hosts may call it.
     *
     * @throws SocketException if the system does not tell them
     */
    public static List<InetAddress> addresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress())
                .map(SystemHost::forOthers)
                .toList();
    }

    /**
     * Takes the scope, such as {@code %eth2}, off an address that is good on more than one link: it names an interface of this
     * host, and a host that has no interface of that name cannot call the address with it. A link-local address keeps its own.
     */
    public static InetAddress forOthers(InetAddress address) {
        if (!(address instanceof Inet6Address) || address.isLinkLocalAddress()) {
            return address;
        }
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException wrongLength) {
            throw new IllegalStateException(address + " has an address of a wrong length", wrongLength);
        }
    }
}
