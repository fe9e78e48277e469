package org.moide.command.top;

import java.util.List;

/** Kind of table, and the orders by which it can be sorted. */
public enum View {
    HOSTS("hosts"),
    RUNS("runs"),
    ENGINES("engines"),
    THREADS("threads");

    private final String words;

    View(String words) {
        this.words = words;
    }

    /** Returns the view's name. */
    public String words() {
        return words;
    }

    /** Returns the orders by which the table can be sorted, the usual first. */
    public List<String> orders() {
        return switch (this) {
            case HOSTS -> List.of("performance", "load", "power", "daemon", "state");
            case RUNS -> List.of("started", "time", "work", "run");
            case ENGINES -> List.of("engine", "tasks", "queued", "host");
            case THREADS -> List.of("thread", "compute", "wait");
        };
    }

    View next() {
        return switch (this) {
            case HOSTS -> RUNS;
            case RUNS -> ENGINES;
            case ENGINES -> THREADS;
            case THREADS -> HOSTS;
        };
    }
}
