package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** Sings when it is deserialized: then somebody would have run what another process sent. */
public final class Canary implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of times that one has sung in this JVM. */
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
