package org.moide.commlib.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.registration.NodeReference;

/** The encoding of a node's reference for the gate's payload. It uses no object stream. */
final class References {
    /** The greatest number of addresses of a node: a host has a few interfaces with a few addresses each. */
    private static final int MAXIMUM_ADDRESSES = 256;

    private References() {}

    static byte[] encode(NodeReference node) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeUTF(node.nodeId());
            out.writeInt(node.port());
            out.writeInt(node.addresses().size());
            for (String address : node.addresses()) {
                out.writeUTF(address);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static NodeReference decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        String nodeId = in.readUTF();
        int port = in.readInt();
        int count = in.readInt();
        if (count < 0 || count > MAXIMUM_ADDRESSES) {
            throw new IOException("expected 0 to " + MAXIMUM_ADDRESSES + " addresses, found " + count);
        }
        List<String> addresses = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            addresses.add(in.readUTF());
        }
        try {
            return new NodeReference(nodeId, addresses, port);
        } catch (IllegalArgumentException e) {
            throw new IOException(e);
        }
    }
}
