package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A second host, as far as the network goes: a network namespace of Linux, joined to this one by a pair of devices that can
 * be cut. What is cut is not closed: packets are lost, in both directions or in one, as when somebody pulls a plug.
 */
final class CutNetwork implements AutoCloseable {
    static final String HERE = "10.91.7.1";
    static final String THERE = "10.91.7.2";
    /** Address that both hosts have, as that of a bridge to containers often is. */
    private static final String SHARED = "10.91.8.1";

    private static final String NAMESPACE =
            "moide-test-" + ProcessHandle.current().pid();
    private static final String DEVICE = "mt" + ProcessHandle.current().pid() % 1_000_000;
    private static final String OTHER_DEVICE = DEVICE + "b";
    private static final String BRIDGE = DEVICE + "s";

    private CutNetwork() {}

    /** Returns whether this process may make such a network. */
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

    /** Returns the words to write before a command that is to run there. */
    List<String> there() {
        return List.of("ip", "netns", "exec", NAMESPACE);
    }

    /**
     * Returns the words of {@link #there}, by which processes there also do not see those here: else both would talk by
     * shared memory, past the network.
     */
    List<String> onAKernelOfItsOwn() {
        List<String> words = new ArrayList<>(there());
        words.addAll(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
        return words;
    }

    /** Gives both hosts an address by which they do not reach each other. */
    void share() throws IOException {
        ip("link add " + BRIDGE + " type bridge");
        ip("addr add " + SHARED + "/24 dev " + BRIDGE);
        ip("link set " + BRIDGE + " up");
        ip("-n " + NAMESPACE + " link add " + BRIDGE + " type bridge");
        ip("-n " + NAMESPACE + " addr add " + SHARED + "/24 dev " + BRIDGE);
        ip("-n " + NAMESPACE + " link set " + BRIDGE + " up");
    }

    /** Cuts the network: nothing arrives, in either direction. */
    void cut() throws IOException {
        ip("link set " + DEVICE + " down");
    }

    /** Silences the other side: what is said there is lost; what is said here arrives, and is not acknowledged. */
    void silence() throws IOException {
        ip("-n " + NAMESPACE + " route add blackhole " + HERE + "/32");
    }

    /** Ends {@link #silence}. */
    void unsilence() throws IOException {
        ip("-n " + NAMESPACE + " route del blackhole " + HERE + "/32");
    }

    /** Ends {@link #cut}. */
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
