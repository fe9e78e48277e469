package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Three simulated hosts: Linux network namespaces that are connected by one switch. Each has its own loopback, and the
 * processes of different hosts do not see each other. Host 0 has a second network device, without other hosts, which
 * the system lists first.
 */
final class ThreeHosts implements AutoCloseable {
    static final int HOSTS = 3;

    /** The address of host 0 in its second network. Other hosts cannot reach it. */
    static final String ASIDE = "10.93.9.1";

    private static final String OWN = "moide-three-" + ProcessHandle.current().pid();
    private static final String SWITCH = OWN + "-switch";

    private ThreeHosts() {}

    static ThreeHosts open() throws IOException {
        ThreeHosts made = new ThreeHosts();
        try {
            ip("netns", "add", SWITCH);
            ip("-n", SWITCH, "link", "add", "lan", "type", "bridge");
            ip("-n", SWITCH, "link", "set", "lan", "up");
            for (int host = 0; host < HOSTS; host++) {
                ip("netns", "add", name(host));
                ip("-n", name(host), "link", "set", "lo", "up");
                if (host == 0) {
                    card(host, "aside", "card0", ASIDE);
                    ip("-n", SWITCH, "link", "set", "aside", "up");
                }
                card(host, "port" + host, "card1", address(host));
                ip("-n", SWITCH, "link", "set", "port" + host, "master", "lan", "up");
            }
        } catch (IOException | AssertionError e) {
            made.close();
            throw e;
        }
        return made;
    }

    private static void card(int host, String port, String card, String address) throws IOException {
        ip("-n", SWITCH, "link", "add", port, "type", "veth", "peer", "name", card, "netns", name(host));
        ip("-n", name(host), "addr", "add", address + "/24", "dev", card);
        ip("-n", name(host), "link", "set", card, "up");
    }

    /** Returns the address at which other hosts reach a host. */
    static String address(int host) {
        return "10.93.1." + (host + 1);
    }

    private static String name(int host) {
        return OWN + "-" + host;
    }

    /** Returns the words to put before a command that is to run on a host. */
    static List<String> on(int host) {
        return List.of("ip", "netns", "exec", name(host), "unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
    }

    /** Removes a host. */
    static void remove(int host) throws IOException {
        ip("netns", "del", name(host));
    }

    /**
     * Returns the words of {@link #on} for a host whose processes see a host name and a kernel ID of its own. Without
     * these, all hosts count as one machine.
     *
     * @param folder the folder for the file with the kernel ID
     */
    static List<String> onAMachineOfItsOwn(int host, Path folder) throws IOException {
        Path kernel = folder.resolve("kernel-" + host);
        Files.writeString(kernel, String.format("%08d-0000-4000-8000-000000000000%n", host));
        List<String> words = new ArrayList<>(on(host));
        words.addAll(List.of(
                "unshare",
                "--uts",
                "--mount",
                "sh",
                "-c",
                "echo node" + host + " > /proc/sys/kernel/hostname && mount --bind '" + kernel
                        + "' /proc/sys/kernel/random/boot_id && exec \"$@\"",
                "sh"));
        return words;
    }

    /** Cuts the network between two of the hosts: their packets to each other are lost. */
    void cut(int one, int other) throws IOException {
        isolate(one, other, "on");
    }

    /** Connects the two hosts again, after {@link #cut}. */
    void heal(int one, int other) throws IOException {
        isolate(one, other, "off");
    }

    private static void isolate(int one, int other, String state) throws IOException {
        for (int host : List.of(one, other)) {
            ip("-n", SWITCH, "link", "set", "dev", "port" + host, "type", "bridge_slave", "isolated", state);
        }
    }

    @Override
    public void close() throws IOException {
        for (int host = 0; host < HOSTS; host++) {
            end(name(host));
        }
        end(SWITCH);
    }

    private static void end(String namespace) throws IOException {
        said(List.of("ip", "netns", "del", namespace)); // or it did not exist
    }

    private static void ip(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        assertThat(said(command)).as("%s", command).isEmpty();
    }

    private static String said(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.onExit().join();
        return said;
    }
}
