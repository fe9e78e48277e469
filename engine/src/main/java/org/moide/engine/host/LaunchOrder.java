package org.moide.engine.host;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.Application;
import org.moide.engine.loading.ApplicationFiles;

/**
 * The order that tells a child JVM which engine to be. It is sent on standard input, because other users could read the
 * JVM's arguments and environment.
 *
 * @param runId the run's name
 * @param engine the engine's number in the run, from 1 (0 is the coordinator's own)
 * @param incarnation distinguishes this engine from earlier ones of the same number
 * @param threads the number of compute threads
 * @param secret the cluster's secret, for the gate; never printed
 * @param coordinator the address of the run's coordinator
 * @param ports the range from which the engine takes a port
 * @param bind the address to listen on
 * @param advertise the addresses by which other hosts reach the engine; empty to use those that it finds
 * @param plain whether connections do without TLS
 * @param application the paths of the application's classes on this machine
 * @param arguments the application's arguments
 * @param mode the value of {@code --mode}, a name of {@link Application.Mode}; empty for the application's own mode
 * @param options further options for the engine, by name
 */
// The array is copied by constructor and accessor; it can be wiped, which a text cannot.
@SuppressWarnings("ArrayRecordComponent")
public record LaunchOrder(
        String runId,
        int engine,
        long incarnation,
        int threads,
        byte[] secret,
        NodeReference coordinator,
        PortRange ports,
        String bind,
        List<String> advertise,
        boolean plain,
        ApplicationFiles application,
        List<String> arguments,
        String mode,
        Map<String, String> options)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** Option with the host's labels, separated by spaces. */
    public static final String LABELS = "labels";

    /** Option that says how the host's processes reach others through ssh, in the form of {@code HostWays}. */
    public static final String TUNNEL = "tunnel";

    /** Option, with any value, of an engine whose JVM waits for another order after its run has ended in order. */
    public static final String STAYS = "stays";

    public LaunchOrder {
        if (engine < 0) {
            throw new IllegalArgumentException("expected an engine number from 0 on, found " + engine);
        }
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "engine " + engine + ": expected at least 1 compute thread, found " + threads);
        }
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(coordinator, "coordinator");
        Objects.requireNonNull(application, "application");
        secret = secret.clone();
        if (!mode.isEmpty()) {
            Application.Mode.valueOf(mode);
        }
        advertise = List.copyOf(advertise);
        arguments = List.copyOf(arguments);
        options = FixedOrder.copyOf(options);
    }

    /** Returns a copy of the secret, which the caller may wipe. */
    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns whether the engine of another order has the same gate: the same secret, ports and addresses. */
    public boolean hasSameGateAs(@Nullable LaunchOrder other) {
        return other != null
                && Arrays.equals(other.secret, secret)
                && other.ports.equals(ports)
                && other.bind.equals(bind)
                && other.advertise.equals(advertise)
                && other.plain == plain;
    }

    /** Returns the mode that overrides the application's own; null to keep the application's mode. */
    public Application.@Nullable Mode modeOrNull() {
        return mode.isEmpty() ? null : Application.Mode.valueOf(mode);
    }

    /** Returns a copy for a JVM that waits for another order after the run. */
    public LaunchOrder staying() {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(STAYS, "");
        return new LaunchOrder(
                runId,
                engine,
                incarnation,
                threads,
                secret,
                coordinator,
                ports,
                bind,
                advertise,
                plain,
                application,
                arguments,
                mode,
                all);
    }

    /** Returns whether the JVM waits for another order after the run. */
    public boolean stays() {
        return options.containsKey(STAYS);
    }

    /** Returns the role of this engine's process, which is the prefix of its threads' names. */
    public String role() {
        return "engine-" + engine;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LaunchOrder order
                && order.runId.equals(runId)
                && order.engine == engine
                && order.incarnation == incarnation
                && order.threads == threads
                && Arrays.equals(order.secret, secret)
                && order.coordinator.equals(coordinator)
                && order.ports.equals(ports)
                && order.bind.equals(bind)
                && order.advertise.equals(advertise)
                && order.plain == plain
                && order.application.equals(application)
                && order.arguments.equals(arguments)
                && order.mode.equals(mode)
                && order.options.equals(options);
    }

    @Override
    public int hashCode() {
        return Objects.hash(runId, engine, incarnation);
    }

    /** Returns the order as text, without the secret. */
    @Override
    public String toString() {
        return role() + " of run " + runId + ": " + application.mainClass() + " " + String.join(" ", arguments) + ", "
                + threads + " threads, coordinator " + coordinator;
    }
}
