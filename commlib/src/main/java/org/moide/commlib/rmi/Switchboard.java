package org.moide.commlib.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/** The one remote object of a process: all calls on its distributed objects go through it. */
interface Switchboard extends Remote {
    /**
     * Calls a method of a distributed object. What the object throws comes back as a {@link Failure}, so that no exception
     * object crosses between processes.
     *
     * @param object the name under which it is exported
     * @param method {@link MethodTable#key} of the method
     * @param arguments an array of them, as {@link org.moide.commlib.wire.CallValues}; null if there are none
     * @param besideBytes how many bytes the arrays have that go beside them ({@link ArraysBeside}); 0 if there are none
     * @return the answer, likewise; null for none
     */
    byte @Nullable [][] call(String object, long method, byte @Nullable [][] arguments, long besideBytes)
            throws RemoteException;
}
