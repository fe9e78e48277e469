package org.moide.command.checkup;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.CommException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.hosts.ssh.StartedDaemon;

/** Checks of other hosts, by calls to their daemons. Used by one thread; it asks the hosts in other threads. */
final class HostChecks {
    /** The timeout for finding a daemon. Connecting takes at most 1 s for each address. */
    static final Duration FINDING = Duration.ofSeconds(5);

    /** The timeout for finding a daemon through ssh, which logs in first. */
    private static final Duration FINDING_BY_SSH = Duration.ofSeconds(20);

    /** The timeout of a daemon's checkup, which may wait for its name service and for its call back. */
    private static final Duration CHECKUP = Duration.ofSeconds(20);

    private static final int MOST_AT_ONCE = 64;

    /**
     * The largest accepted difference of two clocks in seconds. Nothing depends on it, but times in logs and histories
     * should be comparable.
     */
    private static final double MOST_CLOCK_SECONDS = 2;

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final ObjectSpace space;
    private final Ticker ticker;
    private final InstantSource clock;
    private final ThreadFactory threads;
    private final List<StartedDaemon> started;

    /**
     * Creates the object.
     *
     * @param started the daemons that this user's {@code moide up} has started
     */
    HostChecks(
            ObjectSpace space, Ticker ticker, InstantSource clock, ThreadFactory threads, List<StartedDaemon> started) {
        this.started = List.copyOf(started);
        this.space = space;
        this.ticker = ticker;
        this.clock = clock;
        this.threads = threads;
    }

    /** The findings about one host. */
    private record Answer(String nodeId, List<Finding> findings) {}

    /**
     * Checks all of these hosts. Blocks until each has answered or failed.
     *
     * @return the findings in the hosts' order
     */
    List<Checkup.Host> of(List<DaemonAddress> daemons) throws InterruptedException {
        ExecutorService executor =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_AT_ONCE, daemons.size())), threads);
        try {
            List<Future<Answer>> answers = new ArrayList<>();
            for (DaemonAddress daemon : daemons) {
                answers.add(executor.submit(() -> of(daemon)));
            }
            Map<String, String> asked = new HashMap<>();
            List<Checkup.Host> hosts = new ArrayList<>();
            for (int host = 0; host < daemons.size(); host++) {
                Answer answer = answers.get(host).get();
                String name = daemons.get(host).toString();
                List<Finding> findings = new ArrayList<>(answer.findings());
                String before = answer.nodeId().isEmpty() ? null : asked.putIfAbsent(answer.nodeId(), name);
                if (before != null) {
                    findings.add(Finding.warn("twice", "the same daemon as " + before, "name it once"));
                }
                hosts.add(new Checkup.Host(name, findings));
            }
            return hosts;
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private Answer of(DaemonAddress daemon) {
        List<Finding> findings = new ArrayList<>();
        TunnelName tunnel = TunnelName.of(daemon.host());
        Finding name = tunnel == null ? NameCheck.ofOther(daemon.host()) : NameCheck.throughSsh(tunnel, started);
        findings.add(name);
        if (name.grade() == Grade.FAIL) {
            return new Answer("", findings);
        }
        String nodeId = "";
        try {
            long began = ticker.nanoTime();
            NodeReference node = space.find(daemon.host(), daemon.port(), tunnel == null ? FINDING : FINDING_BY_SSH);
            nodeId = node.nodeId();
            findings.add(Finding.ok(
                    "reached",
                    String.format(
                            Locale.ROOT,
                            "%s in %.0f ms, with this secret",
                            node.nodeId(),
                            (ticker.nanoTime() - began) / NANOS * MILLIS)));
            CheckedDaemon asked = space.proxy(node, CheckedDaemon.class, CheckedDaemon.NAME, CHECKUP);
            long beganMillis = clock.millis();
            DaemonWord word = asked.checkup(space.self());
            if (!SoftwareVersion.isCurrent(space.version(node))) {
                findings.add(version(space.version(node)));
            }
            findings.add(wayBack(word.wayBack(), tunnel != null));
            findings.add(clock(word.epochMillis(), beganMillis, clock.millis()));
            for (Finding said : word.findings()) {
                findings.add(
                        said.check().equals(JavaCheck.CHECK)
                                ? java(word.javaVersion(), Runtime.version().feature(), said)
                                : said);
            }
        } catch (CommException unreached) {
            findings.add(reached(String.valueOf(unreached.getMessage()), daemon));
        }
        return new Answer(nodeId, findings);
    }

    /** Returns a finding with advice for the reason why a daemon could not be reached. */
    static Finding reached(String why, DaemonAddress daemon) {
        if (why.contains("wrong secret")) {
            return Finding.fail(
                    "secret",
                    why,
                    "copy ~/.moide/secret from one host to all others, mode 0600; 'moide key' shows its ID");
        }
        if (why.contains("other version of MOIDE")) {
            return Finding.fail(
                    "version",
                    why,
                    "upgrade the older of the two, and start its daemon again: only versions of one number of the handshake talk");
        }
        if (daemon.isThroughSsh()) {
            return Finding.fail(
                    "reached",
                    why,
                    "see that 'ssh <host> true' works without a password, and that 'AllowStreamLocalForwarding yes' stands in"
                            + " its sshd_config; 'moide down' and 'moide up --tunnel' start a daemon that has ended");
        }
        return Finding.fail(
                "reached",
                why,
                "start 'moide engine' there, let the firewall there pass port " + daemon.port()
                        + ", or say where it is: --hosts " + daemon.host() + ":<port>");
    }

    /** Returns the finding about a daemon of another version. */
    private static Finding version(String there) {
        return Finding.ok(
                "version",
                there + ", here " + SoftwareVersion.current()
                        + ": its engines of your runs are started from this MOIDE's jars");
    }

    /**
     * Returns the finding about a daemon's call back to this machine.
     *
     * @param problem why the call failed; empty if it succeeded
     */
    static Finding wayBack(String problem, boolean throughSsh) {
        if (problem.isEmpty()) {
            return Finding.ok("way back", "it reaches this machine" + (throughSsh ? " through ssh" : ""));
        }
        return Finding.fail(
                "way back",
                problem,
                throughSsh
                        ? "'AllowStreamLocalForwarding' in its sshd_config must be 'yes', not 'local': it forwards both ways"
                        : "let the firewall here pass connections from there, or say --advertise <address that it can reach>");
    }

    /**
     * Compares the clock of another machine with that of this machine.
     *
     * @param there the other clock at the end of the call
     * @param beganMillis this clock before the call
     * @param endedMillis this clock after the call
     */
    static Finding clock(long there, long beganMillis, long endedMillis) {
        double ahead = 0;
        if (there > endedMillis) {
            ahead = (there - endedMillis) / MILLIS;
        } else if (there < beganMillis) {
            ahead = (there - beganMillis) / MILLIS;
        }
        if (Math.abs(ahead) <= MOST_CLOCK_SECONDS) {
            double within = Math.abs(ahead) + (endedMillis - beganMillis) / MILLIS;
            return Finding.ok("clock", String.format(Locale.ROOT, "as here, within %.1f s", within));
        }
        return Finding.warn(
                "clock",
                String.format(
                        Locale.ROOT,
                        "%.1f s %s: times in logs and histories do not fit; runs do not mind",
                        Math.abs(ahead),
                        ahead > 0 ? "ahead" : "behind"),
                "have it set by a time service, such as chrony");
    }

    /**
     * Compares the Java of another machine with that of this machine.
     *
     * @param there the feature number of the other Java
     * @param here the feature number of this Java
     * @param said the other machine's own finding about its Java
     */
    static Finding java(int there, int here, Finding said) {
        return there == here || said.grade() != Grade.OK
                ? said
                : Finding.warn(
                        said.check(),
                        said.found() + ", and " + here
                                + " here: the older one may be slower, and sums may differ in their" + " last bits",
                        "install the same JDK on all hosts, 25 if you can");
    }
}
