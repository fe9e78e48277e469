package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A second host on this machine, as far as the network is concerned: a Linux network namespace, connected to this one
 * by a pair of devices that can be cut. A cut closes no connection: packets are lost in one or both directions, as if a
 * cable were pulled.
 */
final class CutNetwork implements AutoCloseable {
    static final String HERE = "10.91.7.1";
    static final String THERE = "10.91.7.2";
    /** An address that both hosts have, as container bridges often do. */
    private static final String SHARED = "10.91.8.1";

    private static final String NAMESPACE =
            "moide-test-" + ProcessHandle.current().pid();
    private static final String DEVICE = "mt" + ProcessHandle.current().pid() % 1_000_000;
    private static final String OTHER_DEVICE = DEVICE + "b";
    private static final String BRIDGE = DEVICE + "s";

    private CutNetwork() {}

    /** Returns whether this process may create network namespaces. */
    static boolean isPossible() {
        try {
            return exit("ip", "netns", "add", NAMESPACE) == 0 && exit("ip", "netns", "del", NAMESPACE) == 0;
        } catch (IOException nothingOfThatKind) {
            return false;
        }
    }

    static CutNetwork open() throws IOException {
        ip("netns add " + NAMESPACE);
        CutNetwork made = new CutNetwork();
        try {
            ip("link add " + DEVICE + " type veth peer name " + OTHER_DEVICE);
            ip("link set " + OTHER_DEVICE + " netns " + NAMESPACE);
            ip("addr add " + HERE + "/30 dev " + DEVICE);
            ip("-n " + NAMESPACE + " addr add " + THERE + "/30 dev " + OTHER_DEVICE);
            ip("-n " + NAMESPACE + " link set lo up");
            made.heal();
        } catch (IOException | AssertionError e) {
            made.close();
            throw e;
        }
        return made;
    }

    /** Returns the words to put before a command that is to run on the second host. */
    List<String> there() {
        return List.of("ip", "netns", "exec", NAMESPACE);
    }

    /**
     * Returns the words of {@link #there} with a separate process namespace in addition. Without it, processes of both
     * hosts would see each other and use shared memory.
     */
    List<String> onAKernelOfItsOwn() {
        List<String> words = new ArrayList<>(there());
        words.addAll(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
        return words;
    }

    /** Gives both hosts an additional address that is the same on both. The hosts cannot reach each other by it. */
    void share() throws IOException {
        ip("link add " + BRIDGE + " type bridge");
        ip("addr add " + SHARED + "/24 dev " + BRIDGE);
        ip("link set " + BRIDGE + " up");
        ip("-n " + NAMESPACE + " link add " + BRIDGE + " type bridge");
        ip("-n " + NAMESPACE + " addr add " + SHARED + "/24 dev " + BRIDGE);
        ip("-n " + NAMESPACE + " link set " + BRIDGE + " up");
    }

    /** Cuts the network in both directions. */
    void cut() throws IOException {
        ip("link set " + DEVICE + " down");
    }

    /**
     * Cuts the network from the second host to this one: packets of the second host are lost; packets of this host
     * arrive but are not acknowledged.
     */
    void silence() throws IOException {
        ip("-n " + NAMESPACE + " route add blackhole " + HERE + "/32");
    }

    /** Lets packets from the second host arrive again, after {@link #silence}. */
    void unsilence() throws IOException {
        ip("-n " + NAMESPACE + " route del blackhole " + HERE + "/32");
    }

    /** Connects the hosts again, after {@link #cut}. */
    void heal() throws IOException {
        ip("link set " + DEVICE + " up");
        ip("-n " + NAMESPACE + " link set " + OTHER_DEVICE + " up");
    }

    @Override
    public void close() throws IOException {
        exit("ip", "link", "del", DEVICE);
        exit("ip", "link", "del", BRIDGE);
        ip("netns del " + NAMESPACE);
    }

    private static void ip(String words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(Arrays.asList(words.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue())
                .as("ip %s: %s", words, said)
                .isZero();
    }

    private static int exit(String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join()
                .exitValue();
    }
}
