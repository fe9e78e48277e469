package org.moide.commlib.rmi;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The switchboard: objects by name. Called by RMI's threads, several at once; each call runs on its own. */
final class ExportedObjects implements Switchboard {
    /** Enough of a stack trace to find the place; an error must not be larger than what it is about. */
    private static final int TEXT_CHARACTERS = 16 * 1024;

    private final String nodeId;
    private final Map<String, Exported> objects = new ConcurrentHashMap<>();

    ExportedObjects(String nodeId) {
        this.nodeId = nodeId;
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
    public @Nullable Object call(String name, long key, @Nullable Object @Nullable [] arguments) {
        Exported exported = objects.get(name);
        if (exported == null) {
            return new Failure(Failure.Kind.UNKNOWN, "there is no object '" + name + "' on " + nodeId);
        }
        Method method = exported.methods.method(key);
        if (method == null) {
            return new Failure(
                    Failure.Kind.UNKNOWN,
                    "'" + name + "' on " + nodeId + " is a " + exported.type.getName() + " and has no such method");
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

    /** An object and the interface under which others see it. */
    record Exported(Class<?> type, Object object, MethodTable methods) {}
}
