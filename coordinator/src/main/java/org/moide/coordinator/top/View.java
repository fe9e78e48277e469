package org.moide.coordinator.top;

import java.util.List;

/** What the table shows, and by which columns it can be sorted. */
public enum View {
    HOSTS("hosts", List.of("performance", "load", "power", "daemon", "state")),
    RUNS("runs", List.of("started", "time", "tasks", "run")),
    ENGINES("engines", List.of("engine", "tasks", "queued", "host")),
    THREADS("threads", List.of("thread", "compute", "wait"));

    private final String words;
    private final List<String> orders;

    View(String words, List<String> orders) {
        this.words = words;
        this.orders = orders;
    }

    /** What it is called. */
    public String words() {
        return words;
    }

    /** By what it can be sorted, the usual first. */
    public List<String> orders() {
        return orders;
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
