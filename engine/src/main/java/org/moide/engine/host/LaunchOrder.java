package org.moide.engine.host;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.Application;
import org.moide.engine.loading.ApplicationFiles;

/**
 * The order of a child JVM, on its standard input: nothing of it is in the JVM's arguments or its environment, where
 * others could read it.
 *
 * @param runId the run's name
 * @param engine the engine's number in the run, from 1 (0 is the coordinator's own)
 * @param incarnation tells this engine from an earlier one of the same number
 * @param threads the number of compute threads
 * @param secret the cluster's secret, for the gate; never shown
 * @param coordinator the address of the run's coordinator
 * @param ports the ports, of which the engine takes one
 * @param bind the address to listen on
 * @param advertise the addresses by which others reach the engine; empty: those that it finds
 * @param plain whether connections go without TLS
 * @param application the application's classes, on this machine
 * @param arguments the application's arguments
 * @param mode the value of {@code --mode}, a name of {@link Application.Mode}; empty: the application's own mode
 * @param options further options on which the run's engines must agree, by name
 */
@SuppressWarnings("ArrayRecordComponent") // it is copied in and out, and can be wiped as text cannot
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

    /** The option with the labels that the host carries, with spaces between them. */
    public static final String LABELS = "labels";

    /** The option that says how the host's processes reach others through ssh, as {@code HostWays} writes it. */
    public static final String TUNNEL = "tunnel";

    /** The option, set to any value, of an engine whose JVM waits for another order when its run has ended in order. */
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
        options = Map.copyOf(options);
    }

    /** Returns a copy, which the caller may wipe. */
    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /**
     * Returns whether others reach this engine with the same secret, at the same addresses, as the engine of another
     * order.
     */
    public boolean hasSameGateAs(@Nullable LaunchOrder other) {
        return other != null
                && Arrays.equals(other.secret, secret)
                && other.ports.equals(ports)
                && other.bind.equals(bind)
                && other.advertise.equals(advertise)
                && other.plain == plain;
    }

    /** Returns the mode that overrides the application's own; null if none does. */
    public Application.@Nullable Mode modeOrNull() {
        return mode.isEmpty() ? null : Application.Mode.valueOf(mode);
    }

    /** Returns the same order for a JVM that waits for another order afterwards. */
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

    /** Returns whether the JVM waits for another order afterwards. */
    public boolean stays() {
        return options.containsKey(STAYS);
    }

    /** Returns the role of this engine's process, with which its threads' names begin. */
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

    /** Returns the order in words, without the secret. */
    @Override
    public String toString() {
        return role() + " of run " + runId + ": " + application.mainClass() + " " + String.join(" ", arguments) + ", "
                + threads + " threads, coordinator " + coordinator;
    }
}
