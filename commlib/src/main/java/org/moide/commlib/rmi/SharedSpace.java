package org.moide.commlib.rmi;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.moide.commlib.port.ObjectSpace.LifelineListener;

/**
 * The space of a process that has one run after the other, or several at once. Each has a part of its own, whose names
 * go with it; the port and the connections stay for the next. Any thread.
 */
public final class SharedSpace implements AutoCloseable {
    private final RmiSpace space;
    private final Set<LifelineListener> listeners = new CopyOnWriteArraySet<>();

    /** Takes a space that nobody else uses. */
    public SharedSpace(RmiSpace space) {
        this.space = space;
        space.acceptLifelines(new LifelineListener() {
            @Override
            public void opened(String owner) {
                listeners.forEach(listener -> listener.opened(owner));
            }

            @Override
            public void closed(String owner) {
                listeners.forEach(listener -> listener.closed(owner));
            }
        });
    }

    /**
     * A part for one run. Its listener is told of the lifelines of all; names must not be those of another part.
     *
     * @param whenClosed called once, when it is closed
     */
    public SpacePart part(Runnable whenClosed) {
        return new SpacePart(space, listeners, whenClosed);
    }

    @Override
    public void close() {
        space.close();
    }
}
