package org.moide.command.top;

import java.util.List;

/** What the table shows, and by which columns it can be sorted. */
public enum View {
    HOSTS("hosts"),
    RUNS("runs"),
    ENGINES("engines"),
    THREADS("threads");

    private final String words;

    View(String words) {
        this.words = words;
    }

    /** What it is called. */
    public String words() {
        return words;
    }

    /** By what it can be sorted, the usual first. */
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
