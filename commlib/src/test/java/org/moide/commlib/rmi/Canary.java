package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An object that counts its deserializations. A count above 0 means that a process has run code that another one sent.
 */
public final class Canary implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of deserializations of canaries in this JVM. */
    static final AtomicInteger SONGS = new AtomicInteger();

    private final String name = "canary";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        SONGS.incrementAndGet();
        in.defaultReadObject();
    }

    @Override
    public String toString() {
        return name;
    }
}
