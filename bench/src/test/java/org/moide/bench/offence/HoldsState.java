package org.moide.bench.offence;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Breaks the architecture rule that static fields never change. A test checks that the rule detects this. */
public final class HoldsState {
    static final AtomicInteger ATOMIC = new AtomicInteger();
    static final Map<String, String> CACHE = new ConcurrentHashMap<>();
    static final ThreadLocal<String> PER_THREAD = new ThreadLocal<>();
    static final HoldsState ONLY_ONE = new HoldsState();
    static final String CONSTANT = "this one is allowed";
    static int counter;

    int changes;

    private HoldsState() {}
}
