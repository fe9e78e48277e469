package org.moide.commlib.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/** The only remote object of a process: all calls on its distributed objects go through it. */
interface Switchboard extends Remote {
    /**
     * Calls a method of a distributed object. If the object throws, the answer is a {@link Failure}, so that no
     * exception object is sent between processes.
     *
     * @param object the name under which it is exported
     * @param method {@link MethodTable#key} of the method
     * @param arguments the array of arguments, encoded by {@link org.moide.commlib.wire.CallValues}; null if there are
     * none
     * @param besideBytes the bytes of the arrays that are sent by {@link ArraysBeside}; 0 if there are none
     * @return the answer, encoded in the same way; null for none
     */
    byte @Nullable [][] call(String object, long method, byte @Nullable [][] arguments, long besideBytes)
            throws RemoteException;
}
