package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The script {@code host.sh} with what it is to do. Immutable. */
final class HostScript {
    private final Map<String, String> values = new LinkedHashMap<>();

    private HostScript(String task) {
        values.put("task", task);
    }

    /** Probes a host: says which of {@code jars} are there, and which daemons with {@code ids} are alive. */
    static HostScript probe(List<String> jars, List<String> ids) {
        return new HostScript("probe").with("jars", String.join(" ", jars)).with("ids", String.join(" ", ids));
    }

    /** Keeps jars, which follow as a tar. */
    static HostScript copyJars(String id, List<String> jars) {
        return new HostScript("copy_jars").with("id", id).with("jars", String.join(" ", jars));
    }

    /**
     * Gives jars to another host, by the ssh that is there.
     *
     * @param to the host, as ssh knows it
     * @param scriptBytes the length of the script that keeps them there, {@link #copyJars}, which follows
     */
    static HostScript passOn(String to, List<String> jars, int scriptBytes) {
        return new HostScript("pass_on")
                .with("to", to)
                .with("jars", String.join(" ", jars))
                .with("bytes", Integer.toString(scriptBytes));
    }

    /** Keeps a JDK that has come before: a tar that gzip has packed, among the jars under that digest. */
    static HostScript unpackJava(String id, String digest, String archive) {
        return copyJava(id, digest).with("archive", archive);
    }

    /** Keeps a JDK, which follows as a tar that gzip has packed. */
    static HostScript copyJava(String id, String digest) {
        return new HostScript("copy_java").with("id", id).with("java", digest);
    }

    /**
     * Starts a daemon; the secret follows as a line.
     *
     * @param port 0 for any
     * @param tunnel whether it is to be reached through ssh
     * @param words what else {@code moide engine} is told
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
     * Makes the socket that sshd has bound in the daemon's folder the one of a star, for as long as something can come.
     *
     * @param star the star whose connections it carries
     * @param number the number of this ssh in the star
     */
    static HostScript tunnel(String id, String star, int number) {
        return new HostScript("tunnel").with("id", id).with("star", star).with("number", Integer.toString(number));
    }

    /** Ends a daemon, if it is there, and removes what is its own. */
    static HostScript stop(String id) {
        return new HostScript("stop").with("id", id);
    }

    /** Removes all that was copied. */
    static HostScript purge() {
        return new HostScript("purge");
    }

    private HostScript with(String name, String value) {
        values.put(name, value);
        return this;
    }

    /** Returns the script for a POSIX shell. */
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

    /** Returns the text that a shell takes for one word, whatever is in it. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
