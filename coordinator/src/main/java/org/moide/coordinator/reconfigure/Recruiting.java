package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.moide.balance.strategy.Location;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.NoHostsException;

/** Chooses the host for an engine that joins a running run. The choice depends only on the hosts' answers. */
public final class Recruiting {
    private Recruiting() {}

    /**
     * The ratio of two powers from which on the smaller counts as equal to the greater, since measured powers vary that
     * much.
     */
    private static final double ALIKE = 0.8;

    /**
     * The place of a present or former engine.
     *
     * @param machine its host's {@link Candidate#machine}
     */
    public record Seated(String machine, Location location) {
        private static final Seated NOWHERE = new Seated("", Location.UNKNOWN);

        /** Returns the place of an engine on this host. */
        public static Seated on(Candidate host) {
            return new Seated(host.machine(), host.location());
        }
    }

    /**
     * Chooses one of the hosts that answered. Of hosts with about equal performance, it takes the one nearest to the
     * engines that are to be replaced, or if there are none, to the present engines.
     *
     * @param usable the hosts as they are now; only those that the user named, if any
     * @param seated the place of each present or former engine, by the engine's number
     * @param free the processors that other runs leave of these hosts
     * @throws NoHostsException if no host is suitable; the message says why
     */
    public static Candidate choose(
            Recruitment wanted, List<Candidate> usable, Map<Integer, Seated> seated, FreeProcessors free) {
        Set<String> unwanted = new HashSet<>();
        List<Location> near = new ArrayList<>();
        for (int seat : wanted.awayFrom()) {
            unwanted.add(seated.getOrDefault(seat, Seated.NOWHERE).machine());
            near.add(seated.getOrDefault(seat, Seated.NOWHERE).location());
        }
        Map<String, Integer> engines = new HashMap<>();
        for (int seat : wanted.present()) {
            if (!wanted.awayFrom().contains(seat)) {
                Seated there = seated.getOrDefault(seat, Seated.NOWHERE);
                engines.merge(there.machine(), 1, Integer::sum);
                if (wanted.awayFrom().isEmpty()) {
                    near.add(there.location());
                }
            }
        }
        Set<String> cutOff = wanted.cutOff().stream()
                .map(seat -> seated.getOrDefault(seat, Seated.NOWHERE).machine())
                .collect(Collectors.toSet());
        List<Candidate> open = usable.stream()
                .filter(host -> !wanted.hosts().isEmpty() || !cutOff.contains(host.machine()))
                .filter(host -> !wanted.hosts().isEmpty()
                        || wanted.reach() == Recruitment.Reach.ANY_HOST
                        || (!unwanted.contains(host.machine()) && !engines.containsKey(host.machine())))
                .toList();
        Comparator<Candidate> byRoom = Comparator.<Candidate, Boolean>comparing(host -> free.isLeft(host))
                .thenComparing(host -> engines.getOrDefault(host.machine(), 0))
                .thenComparing(host -> unwanted.contains(host.machine()));
        Comparator<Candidate> byPerformance =
                Comparator.<Candidate>comparingDouble(free::performance).reversed();
        Candidate best = open.stream()
                .min(byRoom.thenComparing(byPerformance))
                .orElseThrow(() -> new NoHostsException(none(usable, cutOff)));
        return open.stream()
                .filter(host ->
                        byRoom.compare(host, best) == 0 && free.performance(host) >= ALIKE * free.performance(best))
                .min(Comparator.<Candidate>comparingInt(host -> -levelsShared(host, near))
                        .thenComparing(byPerformance))
                .orElse(best);
    }

    private static String none(List<Candidate> usable, Set<String> cutOff) {
        if (usable.isEmpty()) {
            return "expected a host that answers, found none";
        }
        List<String> left = usable.stream()
                .filter(host -> cutOff.contains(host.machine()))
                .map(Candidate::host)
                .toList();
        return left.isEmpty()
                ? "expected an idle host, found that each of the " + usable.size()
                        + " that answer has an engine of this run; name one to have another there"
                : "expected a host that other engines reach, found that an engine on " + String.join(", ", left)
                        + " could not be reached by another; name one to have another there all the same";
    }

    /**
     * Returns how many levels of the topology, such as rack and room, a host has in common with the nearest of these
     * locations.
     */
    private static int levelsShared(Candidate host, List<Location> near) {
        return near.stream().mapToInt(host.location()::shared).max().orElse(0);
    }
}
