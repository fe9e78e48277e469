package org.moide.coordinator.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.NetworkSettings;
import picocli.CommandLine.Option;

/** How this process is reached and who may come in. */
final class NetworkOptions {
    @Option(
            names = "--bind",
            order = 70,
            paramLabel = "<address>",
            description = "Listen on this address only (default: loopback while all is on this machine, else all).")
    @Nullable
    String bind;

    @Option(
            names = "--advertise",
            order = 71,
            split = ",",
            paramLabel = "<address>",
            description = "The addresses or names under which others reach this process (default: found out).")
    List<String> advertise = List.of();

    @Option(
            names = "--plain",
            order = 73,
            description = "Authenticate but do not encrypt: faster, for a network you trust.")
    boolean plain;

    @Option(
            names = "--secret-file",
            order = 74,
            paramLabel = "<file>",
            description = "The cluster's secret (default: ~/.moide/secret, made on first use; see 'moide key').")
    @Nullable
    Path secretFile;

    NetworkSettings settings(int port) {
        return new NetworkSettings(bind, port, advertise, plain, secretFile);
    }
}
