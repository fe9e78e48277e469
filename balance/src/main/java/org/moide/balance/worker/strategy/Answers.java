package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The common part of strategies that ask and answer. */
final class Answers {
    private Answers() {}

    /** Gives a worker to each who asks, or refuses: to all if {@code refusesAll}. */
    static void give(
            WorkerView view, Draft draft, boolean refusesAll, String strategy, List<WorkerDecision> decisions) {
        for (WorkerView.Question question : view.questions()) {
            Draft.Choice choice = refusesAll ? null : draft.best(question.process());
            decisions.add(
                    choice == null ? new WorkerDecision.Refuse(question.process()) : draft.move(choice, strategy));
        }
    }

    /**
     * Tells others if there is no worker here: workers whose neighbours are all in one place may move to an empty
     * process only, and else would stay together for ever.
     */
    static void tellIfEmpty(WorkerView view, List<WorkerDecision> decisions) {
        if (view.own().workers() == 0) {
            decisions.add(new WorkerDecision.Tell(others(view), false));
        }
    }

    /** All processes but this one. */
    static List<Integer> others(WorkerView view) {
        return IntStream.range(0, view.processes())
                .filter(process -> process != view.self() && view.isThere(process))
                .boxed()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** The most used first; one of which nothing is known is taken to be just fully used, and like ones are in random order. */
    static List<Integer> mostUsedFirst(
            WorkerView view, Draft draft, Collection<Integer> processes, RandomGenerator random) {
        List<Integer> ordered = new ArrayList<>(processes);
        for (int place = ordered.size() - 1; place > 0; place--) {
            Collections.swap(ordered, place, random.nextInt(place + 1));
        }
        Map<Integer, Double> used = new HashMap<>();
        for (int process : ordered) {
            used.put(process, view.load(process) == null ? 1.0 : draft.used(process));
        }
        ordered.sort(Comparator.comparingDouble((Integer process) -> used.getOrDefault(process, 1.0))
                .reversed());
        return ordered;
    }
}
