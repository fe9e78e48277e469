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
     * Decides for each process that asks whether to give it a worker, which is done where it is worthwhile, or to
     * refuse. If {@code refusesAll} is true, it refuses all.
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
     * Decides, if there is no worker on this process, to tell the other processes so. Workers whose neighbours are all
     * on one process may move only to a process without workers, and would otherwise never spread.
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
     * Sorts processes by the use of their threads, the most used first. A process whose use is unknown counts as
     * exactly full. Equally used processes come in random order.
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
