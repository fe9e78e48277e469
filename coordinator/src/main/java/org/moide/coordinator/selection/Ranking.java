package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the hosts that a run could use. For each host that is left out it says why. It chooses hosts in the same way as
 * {@link Selection}.
 */
public final class Ranking {
    private Ranking() {}

    /**
     * A host with its rank.
     *
     * @param rank the rank in the order of choice, from 1 on; 0 for a host that cannot be chosen
     * @param engine the number of the engine that the host would get; -1 for none
     * @param promise the performance that a further engine would have on the host: the host's performance divided by
     *     the number of engines that its machine would then have; NaN for a host that did not answer
     * @param place the host's place in the topology, as "site/rack"; empty if unknown
     * @param why the reason why the host is chosen or not
     */
    public record Ranked(
            String daemon,
            @Nullable Candidate candidate,
            int rank,
            int engine,
            double promise,
            String place,
            String why) {
        private Ranked numbered(int number) {
            return new Ranked(daemon, candidate, rank, number, promise, place, why);
        }
    }

    /**
     * Returns all hosts with their ranks. The chosen hosts come first, in the order of their engines.
     *
     * @param own this JVM, if it gets engine 0; null if it only coordinates
     * @param answers the answers of the daemons that the user named
     * @param engines the number of all engines; 0 for one on each host
     * @param topology the topology whose order the engines' numbers follow
     */
    public static List<Ranked> of(
            @Nullable Candidate own,
            List<HostAnswer> answers,
            Constraints constraints,
            int engines,
            Topology topology) {
        List<Ranked> ranked = new ArrayList<>();
        List<Ranked> out = new ArrayList<>();
        List<Candidate> open = new ArrayList<>();
        Map<String, Integer> onMachine = new HashMap<>();
        FreeProcessors free = FreeProcessors.of(usable(own, answers, constraints), 0, false);
        for (HostAnswer answer : answers) {
            Candidate candidate = answer.candidate();
            String why = candidate == null ? answer.problem() : constraints.whyNot(candidate);
            if (candidate != null && why.isEmpty()) {
                open.add(candidate);
            } else {
                double promise = candidate == null ? Double.NaN : free.performance(candidate);
                String place = candidate == null ? "" : topology.words(candidate);
                out.add(new Ranked(answer.asked(), candidate, 0, -1, promise, place, why));
            }
        }
        int wanted = engines == 0 ? Integer.MAX_VALUE : engines;
        if (own != null) {
            onMachine.merge(own.machine(), 1, Integer::sum);
            String why = "this JVM computes too (--no-own-engine)";
            ranked.add(new Ranked(own.daemon(), own, 1, 0, free.performance(own), topology.words(own), why));
        }
        List<Candidate> last =
                new ArrayList<>(open.stream().filter(host -> free.isLeft(host)).toList());
        open.removeAll(last);
        while (!open.isEmpty() || !last.isEmpty()) {
            List<Candidate> from = open.isEmpty() ? last : open;
            Candidate next = Selection.best(from, onMachine, free);
            from.remove(next);
            int there = onMachine.getOrDefault(next.machine(), 0);
            double promise = Selection.promise(next, onMachine, free);
            int engine = ranked.size();
            boolean in = engine < wanted && (engines > 0 || !free.isLeft(next));
            String why;
            if (in) {
                why = (there == 0 ? "the best of those left" : "shares its machine with " + engines(there))
                        + (next.runs().isEmpty() ? "" : "; " + FreeProcessors.held(next.runs(), next.processors()));
                onMachine.merge(next.machine(), 1, Integer::sum);
            } else if (free.isLeft(next)) {
                why = FreeProcessors.held(next.runs(), next.processors()) + " (--overcommit takes it too)";
            } else {
                why = "not needed: --engines " + engines
                        + (there == 0 ? "" : "; its machine has " + engines(there) + " already");
            }
            ranked.add(
                    new Ranked(next.daemon(), next, engine + 1, in ? engine : -1, promise, topology.words(next), why));
        }
        List<Ranked> numbered = new ArrayList<>(numbered(ranked, topology));
        numbered.addAll(out);
        return numbered;
    }

    private static List<Candidate> usable(@Nullable Candidate own, List<HostAnswer> answers, Constraints constraints) {
        List<Candidate> usable = new ArrayList<>();
        if (own != null) {
            usable.add(own);
        }
        for (HostAnswer answer : answers) {
            Candidate candidate = answer.candidate();
            if (candidate != null && constraints.whyNot(candidate).isEmpty()) {
                usable.add(candidate);
            }
        }
        return usable;
    }

    /** Returns these hosts with engine numbers for the chosen ones, in the order of the topology. */
    private static List<Ranked> numbered(List<Ranked> ranked, Topology topology) {
        List<Candidate> chosen = new ArrayList<>();
        for (Ranked host : ranked) {
            if (host.engine() >= 0 && host.candidate() != null) {
                chosen.add(host.candidate());
            }
        }
        IdentityHashMap<Candidate, Integer> numbers = new IdentityHashMap<>();
        for (Candidate engine : topology.nearTogether(chosen)) {
            numbers.put(engine, numbers.size());
        }
        return ranked.stream()
                .map(host -> host.numbered(numbers.getOrDefault(host.candidate(), -1)))
                .toList();
    }

    private static String engines(int count) {
        return count + (count == 1 ? " engine" : " engines");
    }
}
