package org.moide.commlib.message.mailbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.port.Signal;

/**
 * The mailboxes of an engine's threads, one for each thread in each context. A context separates messages that must
 * not meet. Each group has five contexts (those of the group of all IDs are 0 to 4): messages, simple messages,
 * requests, answers, and begun collectives. A context is created when its number is first used, by a thread of this
 * engine or by a message from another.
 *
 * <p>Any thread may call it; never blocks.
 */
public final class Contexts {
    /**
     * The kinds of contexts: each group has one context of each kind. The context's number is the group's first number
     * plus the kind.
     */
    public static final int MESSAGES = 0;

    public static final int SIMPLE = 1;
    public static final int REQUESTS = 2;
    public static final int ANSWERS = 3;
    public static final int COLLECTIVES = 4;
    public static final int KINDS = 5;

    private final List<Mailbox> first;
    private final Signal served;
    private final List<Signal> nonblocking;
    private final int ids;
    private final Map<Integer, List<Mailbox>> others = new ConcurrentHashMap<>();

    /**
     * Creates the mailboxes.
     *
     * @param first the mailboxes of context 0, by thread
     * @param served the signal of the thread that handles simple messages and requests
     * @param nonblocking the signals of the threads that perform begun collectives, by compute thread
     * @param ids the number of logical IDs
     */
    public Contexts(List<Mailbox> first, Signal served, List<Signal> nonblocking, int ids) {
        this.first = List.copyOf(first);
        this.served = served;
        this.nonblocking = List.copyOf(nonblocking);
        this.ids = ids;
    }

    /** Returns the mailboxes of a context, by thread. */
    public List<Mailbox> mailboxes(int context) {
        if (context == 0) {
            return first;
        }
        List<Mailbox> found = others.get(context);
        return found != null ? found : others.computeIfAbsent(context, this::create);
    }

    /** Returns the contexts created so far, except context 0. */
    public Set<Integer> others() {
        return others.keySet();
    }

    private List<Mailbox> create(int context) {
        List<Mailbox> made = new ArrayList<>();
        for (int thread = 0; thread < first.size(); thread++) {
            made.add(new Mailbox(signal(context % KINDS, thread), ids));
        }
        return List.copyOf(made);
    }

    private Signal signal(int kind, int thread) {
        return switch (kind) {
            case SIMPLE, REQUESTS -> served;
            case COLLECTIVES -> nonblocking.get(thread);
            default -> first.get(thread).signal();
        };
    }
}
