package org.moide.samples.primers.mechanisms;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.TaskRepository;

/** Shows {@code repository}: the application decides which task is next. A task is a word, and short words go first. */
public final class InOrder implements TaskApplication<String, Integer> {
    private static final String SENTENCE = "which of these words is the shortest";

    private static final class ShortWordsFirst implements TaskRepository<String> {
        private final PriorityQueue<String> words =
                new PriorityQueue<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));

        @Override
        public void insert(String word) {
            words.add(word);
        }

        @Override
        public String retrieve() {
            return words.poll();
        }
    }

    @Override
    public TaskRepository<String> repository() {
        return new ShortWordsFirst();
    }

    @Override
    public String summary() {
        return "primer of repository: tasks in an order of the application's own";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void createTasks(TaskContext<String> context) {
        context.put(SENTENCE);
    }

    @Override
    public Integer identity() {
        return 0;
    }

    @Override
    public Integer executeTask(String words, TaskContext<String> context) {
        if (words.equals(SENTENCE)) {
            List.of(words.split(" ")).forEach(context::put);
            return 0;
        }
        context.report().print(words);
        return 1;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer words, Report report) {
        report.print(words + " words");
    }
}
