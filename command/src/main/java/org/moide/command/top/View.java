package org.moide.command.top;

import java.util.List;

/** The kinds of tables that the screen can show, each with its sort orders. */
public enum View {
    HOSTS("hosts"),
    RUNS("runs"),
    ENGINES("engines"),
    THREADS("threads");

    private final String words;

    View(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Returns the names of the sort orders, the default first. */
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
