package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Simulated hosts, which are home folders on this machine. Each host has an ssh key, with which a real {@code sshd}
 * leads to its home folder.
 */
final class SshLab {
    static final Path SSHD = Path.of("/usr/sbin/sshd");

    private static final String SERVER = """
            HostKey @LAB@/host_key
            PidFile none
            AuthorizedKeysFile @LAB@/authorized
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            """;

    private static final String HOST = """
            Host @HOST@
                @WAY@
                IdentityFile @LAB@/key-@HOST@
                IdentitiesOnly yes
                UserKnownHostsFile @LAB@/known
                StrictHostKeyChecking accept-new
            """;

    private final Path folder;
    private final Path lab;

    private SshLab(Path folder, Path lab) {
        this.folder = folder;
        this.lab = lab;
    }

    /**
     * Creates the home folders, the keys and ssh's configuration.
     *
     * @param way returns the lines of ssh's configuration for reaching a host; {@code @SERVER@} stands for the server's
     *     address
     * @param server additional lines of the server's configuration
     */
    static SshLab make(Path folder, List<String> hosts, UnaryOperator<String> way, String server) throws Exception {
        assertThat(Files.isExecutable(SSHD))
                .as("sshd in " + SSHD + "; Debian: apt-get install openssh-server")
                .isTrue();
        SshLab made = new SshLab(folder, Files.createDirectory(folder.resolve("lab")));
        StringBuilder config = new StringBuilder();
        StringBuilder authorized = new StringBuilder();
        for (String host : hosts) {
            Files.createDirectory(folder.resolve(host));
            made.key("key-" + host);
            config.append(made.filled(HOST.replace("@WAY@", way.apply(host)).replace("@HOST@", host)));
            // A login with this key is placed in another home.
            authorized
                    .append("command=\"HOME=" + folder.resolve(host) + "; export HOME; unset MOIDE_HOME; cd; exec sh -c"
                            + " \\\"$SSH_ORIGINAL_COMMAND\\\"\" ")
                    .append(Files.readString(made.lab.resolve("key-" + host + ".pub")));
        }
        made.key("host_key");
        Files.writeString(made.lab.resolve("config"), config);
        Files.writeString(made.lab.resolve("authorized"), authorized);
        Files.writeString(made.server(), made.filled(SERVER) + server);
        Files.createDirectories(Path.of("/run/sshd"));
        return made;
    }

    private String filled(String text) {
        return text.replace("@SERVER@", server().toString()).replace("@LAB@", lab.toString());
    }

    private void key(String name) throws Exception {
        Process made = new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        lab.resolve(name).toString())
                .redirectErrorStream(true)
                .redirectOutput(lab.resolve("keys").toFile())
                .start();
        assertThat(made.waitFor()).isZero();
    }

    /** Returns the server's configuration file. */
    Path server() {
        return lab.resolve("server");
    }

    Path log() {
        return lab.resolve("log");
    }

    Path key(char host) {
        return lab.resolve("key-" + host);
    }

    /** Returns the ssh command. */
    String ssh() {
        return "ssh -F " + lab.resolve("config");
    }

    /** Returns the command lines of the daemons on all hosts. */
    List<String> daemons() {
        return commandLines().stream()
                .filter(line -> line.contains("-Dmoide.up=") && line.contains(folder.toString()))
                .toList();
    }

    /** Returns the number of engine and daemon processes on a host. */
    long processes(String host) {
        return commandLines().stream()
                .filter(line -> line.contains(folder + "/" + host + "/.moide/ssh/lib"))
                .count();
    }

    /** Returns the processes of the ssh command {@link #ssh}. */
    List<ProcessHandle> sshs() {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(Path.of("/proc", Long.toString(process.pid())))
                        .startsWith("ssh\0-F\0" + lab.resolve("config")))
                .toList();
    }

    static List<String> commandLines() {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process -> process.getFileName().toString().matches("\\d+"))
                    .map(SshLab::commandLine)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    /** Returns all files in a host's home. */
    List<String> files(String host) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve(host))) {
            return all.filter(file -> !Files.isDirectory(file))
                    .map(Path::toString)
                    .toList();
        }
    }
}
