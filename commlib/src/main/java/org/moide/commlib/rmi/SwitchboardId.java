package org.moide.commlib.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.server.ObjID;
import java.rmi.server.RemoteObject;

/**
 * The object number under which RMI knows a process's switchboard: its extraction from the stub, and its encoding for
 * the gate's payload. RMI's API does not tell this number. It is read from the serialized stub, whose form the
 * documentation of {@link RemoteObject} specifies.
 */
final class SwitchboardId {
    private static final int WITHOUT_FACTORY = 0;

    private SwitchboardId() {}

    /** Returns the encoded object number by which RMI knows the exported {@code stub}. */
    static byte[] of(RemoteObject stub) throws IOException {
        ByteArrayOutputStream reference = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(reference)) {
            stub.getRef().writeExternal(out);
        }
        ObjID id;
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(reference.toByteArray()))) {
            int form = in.readByte();
            if (form != WITHOUT_FACTORY) {
                throw new IOException("expected a reference of form " + WITHOUT_FACTORY + ", found " + form);
            }
            in.readUTF();
            in.readInt();
            id = ObjID.read(in);
        }
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(encoded)) {
            id.write(out);
        }
        return encoded.toByteArray();
    }

    static ObjID decode(byte[] encoded) throws IOException {
        // The stream has plain numbers and no objects.
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(encoded))) {
            return ObjID.read(in);
        }
    }
}
