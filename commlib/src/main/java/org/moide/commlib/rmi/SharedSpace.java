package org.moide.commlib.rmi;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.moide.commlib.port.ObjectSpace.LifelineListener;

/**
 * The object space of a process that has several runs, one after the other or at the same time. Each run gets a part,
 * an object space of its own over the common port and connections. When the part is closed, the run's exported names
 * are withdrawn; port and connections stay. Any thread may call it.
 */
public final class SharedSpace implements AutoCloseable {
    private final RmiSpace space;
    private final Set<LifelineListener> listeners = new CopyOnWriteArraySet<>();

    /** Takes over a space, to be shared by runs; it must have no other user. */
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
     * Returns a part for one run. Its listener learns of the lifelines of all parts; its names must differ from those
     * of other parts.
     *
     * @param whenClosed called once, when the part is closed
     */
    public SpacePart part(Runnable whenClosed) {
        return new SpacePart(space, listeners, whenClosed);
    }

    @Override
    public void close() {
        space.close();
    }
}
