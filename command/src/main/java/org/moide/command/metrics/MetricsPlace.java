package org.moide.command.metrics;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.moide.coordinator.plan.PlanException;

/**
 * The address at which metrics are served.
 *
 * @param address an address of this host, as the user gave it
 * @param port the port; 0 for any free one
 */
public record MetricsPlace(String address, int port) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MOST_PORT = 65_535;

    /**
     * Parses the option {@code --metrics}.
     *
     * @param text a port on loopback, or an address and a port: {@code 9400}, {@code 0.0.0.0:9400}, {@code [::]:9400}
     */
    public static MetricsPlace read(String text) {
        int colon = text.lastIndexOf(':');
        String address = colon < 0 ? LOOPBACK : text.substring(0, colon);
        if (address.startsWith("[") && address.endsWith("]")) {
            address = address.substring(1, address.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= MOST_PORT && !address.isBlank()) {
                return new MetricsPlace(address, port);
            }
        } catch (NumberFormatException notANumber) {
            // The message below says what was expected.
        }
        throw new PlanException(
                "--metrics: expected a port, or an address of this host and a port, as in 9400 or 0.0.0.0:9400, found '"
                        + text + "'");
    }

    /**
     * Returns the address as Java needs it.
     *
     * @throws PlanException if the address does not exist
     */
    InetAddress inetAddress() {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException unknown) {
            throw new PlanException("--metrics: expected an address of this host, found '" + address + "'");
        }
    }
}
