package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.wire.CallBytes;
import org.moide.commlib.wire.CallValues;

/**
 * The switchboard of a process, through which all remote calls come: it finds the exported object by its name. RMI's
 * threads call it, several at once; each call runs on its own thread.
 */
final class ExportedObjects implements Switchboard {
    /**
     * The longest text of an exception: enough of the stack trace to find the place, and bounded so that an error is
     * never larger than its call.
     */
    private static final int TEXT_CHARACTERS = 16 * 1024;

    /** The class loader of messages, all of which are classes of MOIDE. */
    private static final ClassLoader LOADER = ExportedObjects.class.getClassLoader();

    private final String nodeId;
    private final Map<String, Exported> objects = new ConcurrentHashMap<>();

    private final Supplier<@Nullable MeteredSocket> serving;

    /**
     * Creates a switchboard without exported objects.
     *
     * @param serving returns the connection whose calls the current thread serves
     */
    ExportedObjects(String nodeId, Supplier<@Nullable MeteredSocket> serving) {
        this.nodeId = nodeId;
        this.serving = serving;
    }

    void put(Class<?> type, String name, Object object) {
        if (!type.isInstance(object)) {
            throw new IllegalArgumentException(
                    "expected an object that implements " + type.getName() + ", found " + object.getClass());
        }
        objects.put(name, new Exported(type, object, new MethodTable(type)));
    }

    void remove(String name) {
        objects.remove(name);
    }

    @Nullable
    Exported get(String name) {
        return objects.get(name);
    }

    @Override
    public byte @Nullable [][] call(String name, long key, byte @Nullable [][] arguments, long besideBytes)
            throws RemoteException {
        Object answer = answer(name, key, arguments, besideBytes);
        if (answer == null) {
            return null;
        }
        CallBytes bytes;
        try {
            bytes = CallValues.encodeBeside(answer);
        } catch (IOException | RuntimeException unwritable) {
            return failure(new Failure(Failure.Kind.UNSENT, String.valueOf(unwritable)));
        }
        if (!bytes.beside().isEmpty()) {
            try {
                connection().giveBeside(bytes);
            } catch (IOException gone) {
                throw new RemoteException("the answer's arrays were not taken", gone);
            }
        }
        return bytes.pieces();
    }

    private MeteredSocket connection() {
        MeteredSocket connection = serving.get();
        if (connection == null) {
            throw new IllegalStateException("expected a thread that serves a connection");
        }
        return connection;
    }

    private List<Object> takeBeside(long besideBytes) throws RemoteException {
        if (besideBytes == 0) {
            return List.of();
        }
        try {
            return connection().takeBeside(besideBytes);
        } catch (IOException gone) {
            throw new RemoteException("the arguments' arrays have not come", gone);
        }
    }

    private static byte[][] failure(Failure failure) {
        try {
            return CallValues.encode(failure);
        } catch (IOException impossible) {
            throw new IllegalStateException("a failure is a record of texts", impossible);
        }
    }

    private @Nullable Object answer(String name, long key, byte @Nullable [][] encoded, long besideBytes)
            throws RemoteException {
        Exported exported = objects.get(name);
        if (exported == null) {
            return new Failure(Failure.Kind.UNKNOWN, "there is no object '" + name + "' on " + nodeId);
        }
        Method method = exported.methods.method(key);
        if (method == null) {
            return new Failure(
                    Failure.Kind.UNKNOWN,
                    "'" + name + "' on " + nodeId + " is a " + exported.type.getName()
                            + " and has no such method in MOIDE " + SoftwareVersion.current() + ": upgrade it there");
        }
        List<Object> beside = takeBeside(besideBytes);
        @Nullable Object @Nullable [] arguments;
        try {
            arguments =
                    encoded == null ? null : (@Nullable Object @Nullable []) CallValues.decode(encoded, beside, LOADER);
        } catch (IOException | ClassNotFoundException | RuntimeException wrong) {
            return new Failure(
                    Failure.Kind.UNKNOWN,
                    nodeId + " does not accept its arguments: "
                            + (wrong.getCause() == null ? wrong : wrong.getCause()).getMessage());
        }
        try {
            return method.invoke(exported.object, arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            return new Failure(Failure.Kind.THREW, text(thrown));
        } catch (IllegalAccessException | IllegalArgumentException e) {
            return new Failure(Failure.Kind.UNKNOWN, "'" + name + "' on " + nodeId + " cannot be called so: " + e);
        }
    }

    static String text(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        String all = text.toString().strip();
        return all.length() <= TEXT_CHARACTERS ? all : all.substring(0, TEXT_CHARACTERS) + " …";
    }

    /** An object and the interface under which it is exported. */
    record Exported(Class<?> type, Object object, MethodTable methods) {}
}
