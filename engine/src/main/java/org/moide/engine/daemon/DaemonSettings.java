package org.moide.engine.daemon;

import java.util.List;
import org.moide.engine.process.JavaCommand;
import org.moide.engine.process.PortRange;

/**
 * How a daemon makes its engines.
 *
 * @param hostName as it appears in messages
 * @param labels that this host carries, for directives of workers
 * @param secret the cluster's
 * @param enginePorts of which each engine takes one ({@code --engine-ports})
 * @param bind the address engines listen on
 * @param advertise addresses by which others reach them; empty: those they find
 * @param plain no TLS
 * @param command how a child JVM is started; its main class reads launch orders
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by nobody
public record DaemonSettings(
        String hostName,
        List<String> labels,
        byte[] secret,
        PortRange enginePorts,
        String bind,
        List<String> advertise,
        boolean plain,
        JavaCommand command) {
    public DaemonSettings {
        labels = List.copyOf(labels);
        secret = secret.clone();
        advertise = List.copyOf(advertise);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "engines on " + hostName + ", ports " + enginePorts + ", bound to " + bind + ", advertised as "
                + advertise + (plain ? ", plain" : "");
    }
}
