package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A shell script for a host: the text of {@code host.sh}, the action of it that is to be performed, and the values for
 * that action. Immutable.
 */
final class HostScript {
    private final Map<String, String> values = new LinkedHashMap<>();

    private HostScript(String task) {
        values.put("task", task);
    }

    /**
     * Returns a script that reports which of {@code jars} the host has, and which daemons with {@code ids} are alive.
     */
    static HostScript probe(List<String> jars, List<String> ids) {
        return new HostScript("probe").with("jars", String.join(" ", jars)).with("ids", String.join(" ", ids));
    }

    /** Returns a script that stores jars, which follow on its standard input as a tar. */
    static HostScript copyJars(String id, List<String> jars) {
        return new HostScript("copy_jars").with("id", id).with("jars", String.join(" ", jars));
    }

    /**
     * Returns a script by which a host sends jars to another host, with its own ssh.
     *
     * @param to the receiving host, as ssh knows it
     * @param scriptBytes the length of the {@link #copyJars} script, which follows on standard input
     */
    static HostScript passOn(String to, List<String> jars, int scriptBytes) {
        return new HostScript("pass_on")
                .with("to", to)
                .with("jars", String.join(" ", jars))
                .with("bytes", Integer.toString(scriptBytes));
    }

    /**
     * Returns a script that unpacks a JDK, which an earlier script has stored as one file among the jars.
     *
     * @param archive the digest that is the name of that file, a gzipped tar
     */
    static HostScript unpackJava(String id, String digest, String archive) {
        return copyJava(id, digest).with("archive", archive);
    }

    /** Returns a script that stores a JDK, which follows on its standard input as a gzipped tar. */
    static HostScript copyJava(String id, String digest) {
        return new HostScript("copy_java").with("id", id).with("java", digest);
    }

    /**
     * Returns a script that starts a daemon. The secret follows the script on standard input, as one line.
     *
     * @param port the daemon's port; 0 for any free one
     * @param tunnel whether the daemon is reached through ssh alone
     * @param words further options for {@code moide engine}
     */
    static HostScript start(
            String id, String javaHome, List<String> jars, int port, boolean tunnel, List<String> words) {
        return new HostScript("start")
                .with("id", id)
                .with("java", javaHome)
                .with("jars", String.join(" ", jars))
                .with("port", Integer.toString(port))
                .with("through", tunnel ? "ssh" : "")
                .with("words", words.stream().map(HostScript::quoted).collect(Collectors.joining(" ")));
    }

    /**
     * Returns a script for a host that is reached through tunnels. Through ssh, the host's sshd has made a socket in
     * the daemon's folder that leads to the calling process. The script links that socket under a fixed name, by which
     * the daemon finds it. The script runs until its standard input ends.
     *
     * @param star the ID of the set of tunnels, a {@link org.moide.hosts.tunnel.Star}, whose connections the socket
     *     carries
     * @param number the number of the ssh process to the host, counted from the first
     */
    static HostScript tunnel(String id, String star, int number) {
        return new HostScript("tunnel").with("id", id).with("star", star).with("number", Integer.toString(number));
    }

    /** Returns a script that ends a daemon, if it runs, and removes the daemon's files. */
    static HostScript stop(String id) {
        return new HostScript("stop").with("id", id);
    }

    /** Returns a script that removes everything that MOIDE has copied to the host. */
    static HostScript purge() {
        return new HostScript("purge");
    }

    private HostScript with(String name, String value) {
        values.put(name, value);
        return this;
    }

    /** Returns the complete text for a POSIX shell: assignments of the values, then {@code host.sh}. */
    String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) ->
                text.append(name).append('=').append(quoted(value)).append('\n'));
        try (InputStream script = HostScript.class.getResourceAsStream("host.sh")) {
            if (script == null) {
                throw new IllegalStateException("expected host.sh beside this class, found none");
            }
            return text.append(new String(script.readAllBytes(), StandardCharsets.UTF_8))
                    .toString();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Quotes a word for a POSIX shell, whatever characters it has. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
