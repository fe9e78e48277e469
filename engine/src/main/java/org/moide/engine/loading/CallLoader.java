package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;

/**
 * Loads the classes that some calls brought along, although another loader may have loaded them already. So their
 * static fields have values for these calls alone. All other classes come from the parent loader. Any thread; {@link
 * #set} must be called before the calls run.
 */
public final class CallLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Map<String, byte[]> classes;
    private final Map<Variable, @Nullable Object> values = new LinkedHashMap<>();

    /**
     * A static field.
     *
     * @param owner the name of the class that declares it
     */
    public record Variable(String owner, String name) {}

    /**
     * Creates a loader of these classes.
     *
     * @param above the parent loader
     * @param classes the bytes of the classes, by class name
     */
    public CallLoader(ClassLoader above, Map<String, byte[]> classes) {
        super(above);
        this.classes = FixedOrder.copyOf(classes);
    }

    /**
     * Sets a field of a class that this loader defines.
     *
     * @throws IllegalArgumentException if there is no such field, or it cannot have this value
     */
    public void set(Variable variable, @Nullable Object value) {
        Field field = field(variable, this);
        if (field.getDeclaringClass().getClassLoader() != this) {
            throw new IllegalArgumentException(
                    "expected a field of a class that came with the call, found " + variable);
        }
        try {
            field.set(null, value);
        } catch (IllegalAccessException | NullPointerException wrong) {
            throw new IllegalArgumentException("expected a static field that is not final, found " + field, wrong);
        }
        values.put(variable, value);
    }

    private static Field field(Variable variable, ClassLoader loader) {
        try {
            Field field = Class.forName(variable.owner(), true, loader).getDeclaredField(variable.name());
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | LinkageError none) {
            throw new IllegalArgumentException("expected a static field, found none: " + variable, none);
        }
    }

    /** Returns the values of the fields that were set, by a description of each field for error messages. */
    Map<String, @Nullable Object> values() {
        Map<String, @Nullable Object> byWords = new LinkedHashMap<>();
        values.forEach((variable, value) -> byWords.put("variable " + variable.name(), value));
        return byWords;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
        }
    }

    /**
     * Returns the bytes of a class of this loader, so that the class can be sent along when a call submits another
     * call. Other resources come from the parent loader.
     */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] bytes = name.endsWith(".class")
                ? classes.get(
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                : null;
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
}
