package org.moide.hosts.ssh;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;

/**
 * A record of a daemon that was started by ssh or is being started.
 *
 * @param id 16 hexadecimal digits that identify the daemon on its host
 * @param host as ssh knows it
 * @param wantedPort the port that the user named; 0 for none
 * @param slots the number of threads for an engine there; 0 if not stated
 * @param command the words that started ssh
 * @param code one digest over the jars that it runs from
 * @param tunnel the folder on its host with the sockets of tunnels; empty if it is reached by the network or does not
 *     listen yet
 * @param run the process of the run for which it was started, as {@link #owner} writes it; empty if any run may use it
 * @param address its address; null until it listens
 */
public record StartedDaemon(
        String id,
        String host,
        int wantedPort,
        int slots,
        List<String> command,
        String code,
        String tunnel,
        String run,
        @Nullable DaemonAddress address) {
    private static final Pattern OWNER = Pattern.compile("([0-9]{1,18}) (.*)");

    static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    /** The form of a folder name that ssh's options cannot misread. */
    private static final Pattern FOLDER = Pattern.compile("/[\\w/.+@=,~-]+");

    public StartedDaemon {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("expected an ID of 16 hexadecimal digits, found '" + id + "'");
        }
        if (host.isEmpty() || host.startsWith("-")) {
            throw new IllegalArgumentException("expected a host's name, found '" + host + "'");
        }
        if (wantedPort < 0 || wantedPort > 65_535 || slots < 0) {
            throw new IllegalArgumentException(
                    "expected a port and slots, found " + wantedPort + " and " + slots + " of " + host);
        }
        command = List.copyOf(command);
        if (command.isEmpty() || command.stream().anyMatch(word -> word.indexOf('\n') >= 0)) {
            throw new IllegalArgumentException("expected how ssh is called, in one line, found " + command);
        }
        if (!tunnel.isEmpty() && !FOLDER.matcher(tunnel).matches()) {
            throw new IllegalArgumentException(
                    "expected a folder whose name ssh can forward to, with letters, digits and"
                            + " /._+@=,~- only, found '" + tunnel + "'");
        }
    }

    /**
     * Returns the text by which {@link #run} names a process of this host.
     *
     * @param host this host's name
     */
    public static String owner(long pid, String host) {
        return pid + " " + host;
    }

    /**
     * Returns whether the daemon is left over, so that no run will end it: it was started for any run, or the process
     * of the run for which it was started has ended.
     *
     * @param host this host's name
     */
    public boolean isLeft(String host) {
        Matcher owner = OWNER.matcher(run);
        return run.isEmpty()
                || (owner.matches()
                        && owner.group(2).equals(host)
                        && ProcessHandle.of(Long.parseLong(owner.group(1)))
                                .filter(ProcessHandle::isAlive)
                                .isEmpty());
    }

    StartedDaemon at(DaemonAddress found) {
        return new StartedDaemon(id, host, wantedPort, slots, command, code, tunnel, run, found);
    }

    /**
     * Returns a copy of this record with the folder on the daemon's host that has the sockets of tunnels. The daemon is
     * then reached through ssh.
     *
     * @throws IllegalArgumentException if the folder's name has characters that ssh's options would misread
     */
    StartedDaemon through(String folder) {
        return new StartedDaemon(id, host, wantedPort, slots, command, code, folder, run, address);
    }

    boolean isFor(HostList.NamedHost named, List<String> ssh) {
        return host.equals(named.host()) && wantedPort == named.port() && command.equals(ssh) && run.isEmpty();
    }

    /** Returns the record as lines of a file. */
    String text() {
        List<String> lines = new ArrayList<>(
                List.of("host=" + host, "wanted=" + wantedPort, "slots=" + slots, "code=" + code, "run=" + run));
        if (!tunnel.isEmpty()) {
            lines.add("tunnel=" + tunnel);
        }
        command.forEach(word -> lines.add("ssh=" + word));
        if (address != null) {
            lines.add("at=" + address.host());
            lines.add("port=" + address.port());
        }
        return String.join("\n", lines) + "\n";
    }

    /**
     * Reads what {@link #text} has written.
     *
     * @throws IllegalArgumentException if the text is malformed
     */
    static StartedDaemon of(String id, String text) {
        List<String> command = new ArrayList<>();
        String host = "";
        String code = "";
        String at = "";
        int wanted = 0;
        int slots = 0;
        int port = 0;
        String run = "";
        String tunnel = "";
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1);
            switch (equals < 0 ? line : line.substring(0, equals)) {
                case "host" -> host = value;
                case "wanted" -> wanted = Integer.parseInt(value);
                case "slots" -> slots = Integer.parseInt(value);
                case "code" -> code = value;
                case "run" -> run = value;
                case "tunnel" -> tunnel = value;
                case "ssh" -> command.add(value);
                case "at" -> at = value;
                case "port" -> port = Integer.parseInt(value);
                default -> throw new IllegalArgumentException("expected what 'moide up' writes, found '" + line + "'");
            }
        }
        return new StartedDaemon(
                id,
                host,
                wanted,
                slots,
                command,
                code,
                tunnel,
                run,
                at.isEmpty() ? null : new DaemonAddress(at, port, slots));
    }
}
