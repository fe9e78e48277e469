package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.strategy.Location;

/**
 * The nearness of hosts: each has a place, which is a site, or a rack of a site, and so on. A host that is not named
 * has a place of its own. Pure.
 *
 * @param lines the lines, of which the first that fits a host gives its place
 */
public record Topology(List<Line> lines) {
    /** A topology in which all hosts are equally far from each other. */
    public static final Topology NONE = new Topology(List.of());

    /** The most levels of a place, more than clusters have; a host's machine is one more level. */
    public static final int MOST_LEVELS = Location.MOST_LEVELS - 1;

    /** The most characters of a level in a file; longer names of machines are cut. */
    public static final int LONGEST_LEVEL = 255;

    /** The most names in a line; more are no help. */
    private static final int MOST_NAMED = 5;

    /**
     * The place of some hosts.
     *
     * @param pattern a host's or daemon's name, with {@code *} for anything
     * @param place the place, from the site down
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

    /** Returns a host's place, from the site down; empty if no line names it. */
    public List<String> placeOf(Candidate host) {
        for (Line line : lines) {
            if (Constraints.isNamed(line.pattern, host)) {
                return line.place;
            }
        }
        return List.of();
    }

    /** Returns a host's place as the file has it; empty if no line names it. */
    String words(Candidate host) {
        return String.join("/", placeOf(host));
    }

    /** Returns a host with its location; unchanged if there are no lines. */
    public Candidate located(Candidate host) {
        return lines.isEmpty() ? host : host.at(locationOf(host));
    }

    /** Returns a host's place with its machine as the last level, since what is on one machine is nearest. */
    private Location locationOf(Candidate host) {
        List<String> levels = new ArrayList<>(placeOf(host));
        String machine = "host " + host.machine(); // no place has a space
        levels.add(machine.substring(0, Math.min(machine.length(), LONGEST_LEVEL)));
        return new Location(levels);
    }

    /**
     * Returns the same hosts so that those of a site follow each other, and among these those of a rack. Sites, and
     * racks of a site, are in the order of their first hosts, and so are the hosts of a place.
     */
    public List<Candidate> nearTogether(List<Candidate> hosts) {
        return lines.isEmpty() ? List.copyOf(hosts) : Location.nearTogether(hosts, this::locationOf);
    }

    /** Returns notes for the user: the hosts that no line names, if there is more than one host and any line. */
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

    /** Returns a text for the start of a verbose run. */
    public String words() {
        return lines.isEmpty() ? "" : "near ones together by " + lines.size() + " lines of --topology";
    }
}
