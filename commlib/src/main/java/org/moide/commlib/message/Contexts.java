package org.moide.commlib.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.port.Signal;

/**
 * The mailboxes of an engine's threads, one for each thread in each context. Four contexts belong together, those of all
 * IDs being number 0 to 3: messages, simple messages, requests and answers. A context comes into being when its number
 * is first named, by a thread of this engine or by a message from another.
 *
 * <p>Any thread; never blocks.
 */
final class Contexts {
    /** The kinds of contexts, to be added to a group's first. */
    static final int MESSAGES = 0;

    static final int SIMPLE = 1;
    static final int REQUESTS = 2;
    static final int ANSWERS = 3;
    static final int KINDS = 4;

    private final List<Mailbox> first;
    private final Signal served;
    private final int ids;
    private final Map<Integer, List<Mailbox>> others = new ConcurrentHashMap<>();

    /**
     * Makes them.
     *
     * @param first the mailboxes of context 0, by thread
     * @param served where the thread waits that serves simple messages and requests
     * @param ids how many logical IDs there are
     */
    Contexts(List<Mailbox> first, Signal served, int ids) {
        this.first = List.copyOf(first);
        this.served = served;
        this.ids = ids;
    }

    /** By thread. */
    List<Mailbox> mailboxes(int context) {
        if (context == 0) {
            return first;
        }
        List<Mailbox> found = others.get(context);
        return found != null ? found : others.computeIfAbsent(context, this::create);
    }

    private List<Mailbox> create(int context) {
        int kind = context % KINDS;
        List<Mailbox> made = new ArrayList<>();
        for (Mailbox own : first) {
            made.add(new Mailbox(kind == SIMPLE || kind == REQUESTS ? served : own.signal(), ids));
        }
        return List.copyOf(made);
    }
}
