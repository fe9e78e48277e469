package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.NetworkSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for this process's address, and for the secret that protects it. */
final class NetworkOptions {
    @Mixin
    Reach reach = new Reach();

    @Mixin
    Secret secret = new Secret();

    /** The options for the address at which this process listens, and for the addresses under which others reach it. */
    static final class Reach {
        @Use(
                group = HelpGroup.EXPERT,
                places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
        @Option(
                names = "--bind",
                order = 70,
                paramLabel = "<address>",
                description = "Listen on this address only (default: loopback while all hosts are this one, else all).")
        @Nullable
        String bind;

        @Use(
                group = HelpGroup.EXPERT,
                places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
        @Option(
                names = "--advertise",
                order = 71,
                split = ",",
                paramLabel = "<address>",
                description = "The addresses or names under which others reach this process (default: found out).")
        List<String> advertise = List.of();
    }

    /** The options for connecting to other processes, for commands that accept no connections. */
    static final class Secret {
        @Use(
                group = HelpGroup.EXPERT,
                places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
        @With(not = "--tunnel")
        @Option(
                names = "--plain",
                order = 73,
                description = "Authenticate but do not encrypt: faster, for a network you trust.")
        boolean plain;

        @Use(
                group = HelpGroup.EXPERT,
                places = {RunPlace.DAEMONS, RunPlace.SSH})
        @With(not = "--meet")
        @Option(
                names = "--secret-file",
                order = 74,
                paramLabel = "<file>",
                description = "The cluster's secret (default: ~/.moide/secret, made on first use; see 'moide key').")
        @Nullable
        Path file;

        /** Returns the network settings of a process that accepts no connections. */
        NetworkSettings settings() {
            return new NetworkSettings(null, 0, List.of(), plain, file);
        }
    }

    NetworkSettings settings(int port) {
        return new NetworkSettings(reach.bind, port, reach.advertise, secret.plain, secret.file);
    }
}
