package org.moide.coordinator.reconfigure;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.NoHostsException;

/** Where an engine that is wanted in mid-run will be. Pure: the same answers of the hosts give the same choice. */
public final class Recruiting {
    private Recruiting() {}

    /**
     * Chooses among the hosts that answer.
     *
     * @param usable the hosts as they are now: if the user named some, only those
     * @param machines on which machine ({@link Candidate#machine}) each seat ever was
     * @throws NoHostsException if none will do, with why
     */
    public static Candidate choose(Recruitment wanted, List<Candidate> usable, Map<Integer, String> machines) {
        Set<String> unwanted = new HashSet<>();
        wanted.awayFrom().forEach(seat -> unwanted.add(machines.getOrDefault(seat, "")));
        Map<String, Integer> engines = new HashMap<>();
        for (int seat : wanted.present()) {
            if (!wanted.awayFrom().contains(seat)) {
                engines.merge(machines.getOrDefault(seat, ""), 1, Integer::sum);
            }
        }
        return usable.stream()
                .filter(host -> !wanted.hosts().isEmpty()
                        || wanted.reach() == Recruitment.Reach.ANY_HOST
                        || (!unwanted.contains(host.machine()) && !engines.containsKey(host.machine())))
                .min(Comparator.<Candidate>comparingInt(host -> engines.getOrDefault(host.machine(), 0))
                        .thenComparing(host -> unwanted.contains(host.machine()))
                        .thenComparing(Comparator.comparingDouble(Candidate::performance)
                                .reversed()))
                .orElseThrow(() -> new NoHostsException(
                        usable.isEmpty()
                                ? "expected a host that answers, found none"
                                : "expected an idle host, found that each of the " + usable.size()
                                        + " that answer has an engine of this run; name one to have another there"));
    }
}
