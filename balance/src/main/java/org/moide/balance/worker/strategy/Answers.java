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

/** Rules that several worker strategies share for answering questions. */
final class Answers {
    private Answers() {}

    /**
     * Decides to give a worker to each process that asks, where that is worthwhile, and to refuse the others; with
     * {@code refusesAll} it refuses all.
     */
    static void give(
            WorkerView view, Draft draft, boolean refusesAll, String strategy, List<WorkerDecision> decisions) {
        for (WorkerView.Question question : view.questions()) {
            Draft.Choice choice = refusesAll ? null : draft.best(question.process());
            decisions.add(
                    choice == null ? new WorkerDecision.Refuse(question.process()) : draft.move(choice, strategy));
        }
    }

    /**
     * Decides to tell the other processes if there is no worker on this one. Workers whose neighbours are all on one
     * process may move only to an empty process, and would otherwise stay together.
     */
    static void tellIfEmpty(WorkerView view, List<WorkerDecision> decisions) {
        if (view.own().workers() == 0) {
            decisions.add(new WorkerDecision.Tell(others(view), false));
        }
    }

    /** Returns all other processes that are present. */
    static List<Integer> others(WorkerView view) {
        return IntStream.range(0, view.processes())
                .filter(process -> process != view.self() && view.isThere(process))
                .boxed()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /**
     * Sorts processes by use, the most used first. A process of unknown use counts as exactly fully used; equally used
     * ones are in random order.
     */
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
