package org.moide.balance.worker.balancer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerView;

/**
 * The questions (requests for a worker, and offers of one) that other processes have sent and this process has not
 * answered. Of each process only the newest counts, until it expires.
 */
final class OpenQuestions {
    private final long answerNanos;
    private final Map<Integer, Open> open = new LinkedHashMap<>();
    private final Map<Integer, Long> newest = new HashMap<>();

    record Open(long number, boolean offer, WorkerLoad load, long atNanos) {}

    OpenQuestions(long answerNanos) {
        this.answerNanos = answerNanos;
    }

    /**
     * Takes a question or an offer. Ignores duplicates, and questions older than the newest one of the same process.
     */
    void asked(long number, boolean offer, WorkerLoad load, long nowNanos) {
        if (number > newest.getOrDefault(load.process(), 0L)) {
            newest.put(load.process(), number);
            open.remove(load.process());
            open.put(load.process(), new Open(number, offer, load, nowNanos));
        }
    }

    void step(long nowNanos) {
        open.values().removeIf(question -> nowNanos - question.atNanos() >= answerNanos);
    }

    /** Removes and returns the open question of a process, because it is answered now; null if there is none. */
    @Nullable
    Open answered(int process) {
        return open.remove(process);
    }

    /** Removes the open offer of a process, if there is one, because this process accepts it by asking for a worker. */
    void takenUp(int process) {
        Open question = open.get(process);
        if (question != null && question.offer()) {
            open.remove(process);
        }
    }

    List<WorkerView.Question> all(boolean offers, long nowNanos) {
        List<WorkerView.Question> questions = new ArrayList<>();
        for (Open question : open.values()) {
            if (question.offer() == offers) {
                questions.add(new WorkerView.Question(question.load(), Math.max(0, nowNanos - question.atNanos())));
            }
        }
        return questions;
    }
}
