package org.moide.engine.host;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.Application;
import org.moide.engine.loading.ApplicationFiles;

/**
 * All that a child JVM is told, on its standard input: nothing of it is in its arguments or its environment, where
 * others could read it.
 *
 * @param runId the run's name
 * @param engine the engine's number in the run, from 1 (0 is the coordinator's own)
 * @param incarnation tells this engine from an earlier one of the same number
 * @param threads compute threads
 * @param secret the cluster's, for the gate; never shown
 * @param coordinator where the run's coordinator is
 * @param ports of which the engine takes one
 * @param bind the address to listen on
 * @param advertise addresses by which others reach it; empty: those it finds
 * @param plain no TLS
 * @param application its classes, on this machine
 * @param arguments of the application
 * @param mode what {@code --mode} said, a name of {@link Application.Mode}; empty: the application's own
 * @param options what else the run's engines must agree on, by name
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
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The option with the labels that the host carries, with spaces between them. */
    public static final String LABELS = "labels";

    /** The option with how the host's processes reach others through ssh, as {@code HostWays} says it. */
    public static final String TUNNEL = "tunnel";

    /** The option, set to anything, of an engine whose JVM waits for another order when its run has ended in order. */
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

    /** A copy, that the caller may wipe. */
    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Whether others come to its engine by the same secret, at the same addresses, as to that of another. */
    public boolean hasSameGateAs(@Nullable LaunchOrder other) {
        return other != null
                && Arrays.equals(other.secret, secret)
                && other.ports.equals(ports)
                && other.bind.equals(bind)
                && other.advertise.equals(advertise)
                && other.plain == plain;
    }

    /** The mode that overrides the application's own; null: none. */
    public Application.@Nullable Mode modeOrNull() {
        return mode.isEmpty() ? null : Application.Mode.valueOf(mode);
    }

    /** The same for a JVM that waits for another order afterwards. */
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

    /** Whether its JVM waits for another order afterwards. */
    public boolean stays() {
        return options.containsKey(STAYS);
    }

    /** The role of this engine's process, with which its threads' names begin. */
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

    /** Without the secret. */
    @Override
    public String toString() {
        return role() + " of run " + runId + ": " + application.mainClass() + " " + String.join(" ", arguments) + ", "
                + threads + " threads, coordinator " + coordinator;
    }
}
