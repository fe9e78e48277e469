package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.ObjectInputStream;

/** An exception that counts its deserializations like {@link Canary}. */
public final class CanaryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        Canary.SONGS.incrementAndGet();
        in.defaultReadObject();
    }
}
