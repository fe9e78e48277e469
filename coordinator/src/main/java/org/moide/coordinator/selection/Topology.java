package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.strategy.Location;

/**
 * The topology of hosts: each host has a place, such as a site and a rack in it, and hosts of one place are near each
 * other. A host that no line names is near no other host. Immutable.
 *
 * @param lines the lines of the topology; the first that matches a host gives the host's place
 */
public record Topology(List<Line> lines) {
    /** The topology without lines, in which all hosts are equally far from each other. */
    public static final Topology NONE = new Topology(List.of());

    /**
     * The greatest number of levels of a place. No cluster has as many. The machine itself is one more level, which
     * does not count here.
     */
    public static final int MOST_LEVELS = Location.MOST_LEVELS - 1;

    /** The greatest number of characters in the name of a level. A longer name of a machine is cut. */
    public static final int LONGEST_LEVEL = 255;

    /** The greatest number of hosts that a note names. */
    private static final int MOST_NAMED = 5;

    /**
     * A line of the topology, which gives hosts their place.
     *
     * @param pattern a pattern for names of hosts or daemons; {@code *} stands for any text
     * @param place the names of the levels, from the site down
     */
    public record Line(String pattern, List<String> place) {
        public Line {
            place = List.copyOf(place);
            if (place.isEmpty()) {
                throw new IllegalArgumentException(pattern + ": expected a site, found none");
            }
            if (place.size() > MOST_LEVELS) {
                throw new IllegalArgumentException(
                        pattern + ": expected a place of at most " + MOST_LEVELS + " levels, found " + place.size());
            }
        }
    }

    public Topology {
        lines = List.copyOf(lines);
    }

    /** Returns the levels of a host's place, from the site down; empty if no line names the host. */
    public List<String> placeOf(Candidate host) {
        for (Line line : lines) {
            if (Constraints.isNamed(line.pattern, host)) {
                return line.place;
            }
        }
        return List.of();
    }

    /** Returns a host's place as one text, such as "site/rack"; empty if no line names the host. */
    String words(Candidate host) {
        return String.join("/", placeOf(host));
    }

    /** Returns a copy of the host with its location; the host itself if the topology has no lines. */
    public Candidate located(Candidate host) {
        return lines.isEmpty() ? host : host.at(locationOf(host));
    }

    /**
     * Returns a host's location: the levels of its place, and the machine as the last level. Engines on the same
     * machine are thus nearest to each other.
     */
    private Location locationOf(Candidate host) {
        List<String> levels = new ArrayList<>(placeOf(host));
        String machine = "host " + host.machine(); // differs from all names of places, which contain no space
        levels.add(machine.substring(0, Math.min(machine.length(), LONGEST_LEVEL)));
        return new Location(levels);
    }

    /**
     * Returns the hosts sorted by place, so that hosts of a site stand together, and within a site hosts of a rack.
     * Hosts of the same place keep their order.
     */
    public List<Candidate> nearTogether(List<Candidate> hosts) {
        return lines.isEmpty() ? List.copyOf(hosts) : Location.nearTogether(hosts, this::locationOf);
    }

    /**
     * Returns notes for the user about hosts that no line names. There are none if the topology is empty or the run has
     * only one host.
     */
    public List<String> notes(List<Assignment> engines) {
        Set<String> hosts = new LinkedHashSet<>();
        Set<String> strangers = new LinkedHashSet<>();
        for (Assignment engine : engines) {
            hosts.add(engine.candidate().host());
            if (placeOf(engine.candidate()).isEmpty()) {
                strangers.add(engine.candidate().host());
            }
        }
        if (lines.isEmpty() || strangers.isEmpty() || hosts.size() == 1) {
            return List.of();
        }
        List<String> named = strangers.stream().limit(MOST_NAMED).toList();
        int more = strangers.size() - named.size();
        return List.of("--topology names no place of " + String.join(", ", named)
                + (more == 0 ? "" : " and " + more + " more") + ": each counts as a site of its own");
    }

    /** Returns a description for the start of a verbose run; empty if the topology has no lines. */
    public String words() {
        return lines.isEmpty() ? "" : "near ones together by " + lines.size() + " lines of --topology";
    }
}
