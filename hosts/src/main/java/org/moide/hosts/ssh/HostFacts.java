package org.moide.hosts.ssh;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a probe script reported about a host. The host's output is not trusted: lines of another form are
 * ignored.
 *
 * @param system the operating system and processor, such as {@code Linux x86_64}
 * @param jars the digests of the jars that the host has
 * @param javas all Java installations on the host, each once
 * @param alive the IDs of the daemons that are alive
 */
record HostFacts(String system, Set<String> jars, List<Java> javas, Set<String> alive) {
    private static final Pattern SYSTEM = Pattern.compile("system (\\w[\\w .+-]{0,60})");
    private static final Pattern HAS = Pattern.compile("has ([0-9a-f]{64})");
    private static final Pattern ALIVE = Pattern.compile("alive ([0-9a-f]{16})");
    private static final Pattern JAVA =
            Pattern.compile("(?:java|copied ([0-9a-f]{64})) (([0-9]{1,4})(?:[.][0-9.]{0,30})?) (/.{1,1000})");

    /** The last line of a script that completed. */
    static final String END = "done";

    /** The first word of the last line of a script that has given up. The reason follows it. */
    static final String FAILURE = "fail ";

    HostFacts {
        jars = Set.copyOf(jars);
        javas = List.copyOf(javas);
        alive = Set.copyOf(alive);
    }

    /**
     * A Java installation on the host.
     *
     * @param feature the first number of the version, such as 17 of 17.0.15
     * @param copied the digest of the JDK if MOIDE copied it there; null if it is the host's own
     */
    record Java(
            String version,
            int feature,
            String home,
            @Nullable String copied) {}

    /**
     * Reads the output of a probe script.
     *
     * @throws HostTroubleException if the script did not complete; the message has ssh's or the script's words
     */
    static HostFacts of(String host, RemoteShell.Answer answer) throws HostTroubleException {
        requireDone(host, answer);
        String system = "";
        Set<String> jars = new HashSet<>();
        Set<String> alive = new HashSet<>();
        List<Java> javas = new ArrayList<>();
        for (String line : answer.lines()) {
            Matcher found = SYSTEM.matcher(line);
            if (found.matches()) {
                system = found.group(1);
            } else if (found.usePattern(HAS).matches()) {
                jars.add(found.group(1));
            } else if (found.usePattern(ALIVE).matches()) {
                alive.add(found.group(1));
            } else if (found.usePattern(JAVA).matches()) {
                Java java = new Java(found.group(2), Integer.parseInt(found.group(3)), found.group(4), found.group(1));
                if (!javas.contains(java)) {
                    javas.add(java);
                }
            }
        }
        return new HostFacts(system, jars, javas, alive);
    }

    /**
     * Checks that a script has completed.
     *
     * @throws HostTroubleException if it has not; the message has ssh's or the script's words
     */
    static void requireDone(String host, RemoteShell.Answer answer) throws HostTroubleException {
        for (String line : answer.lines()) {
            if (line.startsWith(FAILURE)) {
                throw new HostTroubleException(host, line.substring(FAILURE.length()));
            }
        }
        if (answer.lines().contains(END)) {
            return;
        }
        String said = answer.complaint();
        if (said.isEmpty()) {
            said = "nothing that helps, and ended with " + answer.exitCode();
        }
        throw new HostTroubleException(host, "ssh said: " + said);
    }
}
