package org.moide.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide key}: shows or creates the cluster's secret. Whoever has the secret can run code on this machine. */
@Command(
        name = "key",
        sortOptions = false,
        customSynopsis = "moide key [show|create] [options]",
        header = "Shows the cluster's secret, or makes one.",
        description = {
            "",
            "Whoever has the secret may run code on every host of the cluster. It is made on first use and only its owner"
                    + " can read it. Hosts with the same ID have the same secret; to join a host, copy the file to it, or"
                    + " use a home directory that both share."
        },
        footer = {
            "",
            "Examples:",
            "  moide key                       where it is, and its ID",
            "  moide key create                make one if there is none yet",
            "  moide key show --reveal         the secret itself: keep it to yourself",
            "  scp -p ~/.moide/secret node1:.moide/secret"
        })
final class KeyCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "show|create",
            description = "show where it is and its ID (the default), or create it if there is none.")
    String action = "show";

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(names = "--reveal", order = 10, description = "Show the secret itself.")
    boolean reveal;

    @Use(group = HelpGroup.FILES)
    @Option(
            names = "--secret-file",
            order = 11,
            paramLabel = "<file>",
            description = "Where it is (default: ~/.moide/secret).")
    @Nullable
    Path secretFile;

    @Mixin
    CommonOptions common = new CommonOptions();

    KeyCommand(TerminalConsole console) {
        this.console = console;
    }

    private ClusterSecret secret(Path file) {
        try {
            return action.equals("create")
                    ? ClusterSecret.loadOrCreate(file, new SystemRandomness().generator())
                    : ClusterSecret.load(file);
        } catch (GateException unusable) {
            if (secretFile == null) {
                throw unusable;
            }
            throw new PlanException("--secret-file: " + unusable.getMessage(), unusable);
        }
    }

    @Override
    public Integer call() {
        Path file = secretFile == null ? ClusterSecret.defaultFile() : secretFile;
        boolean isNew = false;
        switch (action) {
            case "show" -> {
                if (Files.notExists(file)) {
                    throw new PlanException("expected a secret in " + file
                            + ", found none yet: 'moide key create' makes one, or copy it from another host");
                }
            }
            case "create" -> isNew = Files.notExists(file);
            default -> throw new PlanException("expected show or create, found '" + action + "'");
        }
        ClusterSecret secret = secret(file);
        console.print((isNew ? "made " : "") + file + "  ID " + secret.keyId());
        if (reveal) {
            console.print(secret.toText());
        }
        return ExitCode.DONE;
    }
}
