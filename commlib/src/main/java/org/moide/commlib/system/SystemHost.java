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
 * This host's own name and addresses, as its system knows them. It asks no name service: a service that does not
 * answer would cost each JVM seconds. Any thread may call it; never blocks.
 */
public final class SystemHost {
    /** The file that contains the host's name on Linux. */
    private static final Path NAME_FILE = Path.of("/proc/sys/kernel/hostname");

    /**
     * The environment variables with the name elsewhere: set by a shell, by the script {@code moide}, or by Windows.
     */
    private static final List<String> NAME_VARIABLES = List.of("HOSTNAME", "COMPUTERNAME");

    /** The name that is used if the system does not tell the host's name. */
    private static final String NAMELESS = "localhost";

    private SystemHost() {}

    /** Returns this host's name; {@code localhost} if the system does not tell it. */
    public static String name() {
        return name(NAME_FILE, System.getenv());
    }

    /**
     * Returns the name of a host with the given file and environment, so that tests can imitate other systems.
     *
     * @param file the file that contains the name; may be missing
     * @param variables the environment
     */
    static String name(Path file, Map<String, String> variables) {
        try {
            String written = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (!written.isEmpty()) {
                return written;
            }
        } catch (IOException noSuchFile) {
            // Not Linux: use the variables.
        }
        return NAME_VARIABLES.stream()
                .map(variable -> variables.getOrDefault(variable, "").strip())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse(NAMELESS);
    }

    /**
     * Returns the addresses of all interfaces, except link-local ones, in the form in which other hosts can use them.
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
     * Returns an address without its scope, such as {@code %eth2}. The scope names an interface of this host, and
     * other hosts may not be able to use the address with it. A link-local address keeps its scope.
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
