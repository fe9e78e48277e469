package org.moide.balance.worker.round;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.Circles;

/**
 * The collection, on process 0, of all handlers that wait for answers when nothing happens any more. It finds out
 * whether these handlers wait for each other. One thread calls it.
 */
final class StuckHandlers {
    private RoundMessage.@Nullable WaitsTold[] told;
    private int heard;
    private int gone; // processes that have left
    private long number;

    StuckHandlers(int processes) {
        this.told = new RoundMessage.WaitsTold[processes];
    }

    /** Adds a process to those that are asked. Not called while an answer is expected. */
    void joins() {
        told = new RoundMessage.WaitsTold[told.length + 1];
    }

    /** Removes a process from those that are asked. Not called while an answer is expected. */
    void leaves() {
        gone++;
    }

    /** Begins a collection, and returns the question for all processes. */
    RoundMessage.WaitsAsked ask() {
        number++;
        heard = 0;
        Arrays.fill(told, null);
        return new RoundMessage.WaitsAsked(number);
    }

    /**
     * Takes a process's answer.
     *
     * @return whether it was the last one missing
     */
    boolean take(RoundMessage.WaitsTold answer) {
        if (answer.number() != number || told[answer.process()] != null) {
            return false;
        }
        told[answer.process()] = answer;
        heard++;
        return heard == told.length - gone;
    }

    /** Returns a line with the workers of a deadlock, each of which waits for the next; null if there is none. */
    @Nullable
    String circle() {
        Map<Long, Long> asks = new TreeMap<>();
        waits().forEach(wait -> asks.put(wait.worker(), wait.asked()));
        List<Long> circle = Circles.find(asks.keySet(), worker -> {
            Long asked = asks.get(worker);
            return asked == null ? List.of() : List.of(asked);
        });
        return circle.isEmpty()
                ? null
                : "workers ask each other in a circle, and none can answer: "
                        + circle.stream()
                                .map(worker -> "worker " + worker + " asks worker " + asks.get(worker))
                                .collect(Collectors.joining(", "));
    }

    /** Returns one line that names all waiting handlers and tasks. */
    String all() {
        List<String> lines = new ArrayList<>();
        waits().forEach(wait ->
                lines.add("worker " + wait.worker() + " waits for the answer of worker " + wait.asked()));
        for (RoundMessage.WaitsTold answer : told) {
            if (answer != null) {
                lines.addAll(answer.others());
            }
        }
        return RoundMessage.Stuck.waiting(lines).why();
    }

    private List<RoundMessage.HandlerWait> waits() {
        List<RoundMessage.HandlerWait> all = new ArrayList<>();
        for (RoundMessage.WaitsTold answer : told) {
            if (answer != null) {
                all.addAll(answer.waits());
            }
        }
        return all;
    }
}
