package org.moide.commlib.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.server.ObjID;
import java.rmi.server.RemoteObject;

/**
 * The number under which RMI knows a process's switchboard, out of its stub and on its way through the gate. RMI gives it
 * to no caller otherwise; the form of a stub's reference is specified with {@link RemoteObject}'s serialized form.
 */
final class SwitchboardId {
    private static final int WITHOUT_FACTORY = 0;

    private SwitchboardId() {}

    /** The identity in {@code stub}, encoded. */
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
        // Plain numbers; the stream has no objects.
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(encoded))) {
            return ObjID.read(in);
        }
    }
}
