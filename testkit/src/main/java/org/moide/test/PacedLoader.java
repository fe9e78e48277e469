package org.moide.test;

import java.io.IOException;
import java.io.InputStream;
import org.moide.test.paced.Pace;
import org.moide.test.paced.Paced;

/**
 * Loads a new {@link Paced} and its package for an application, and leaves all other classes to the application's own
 * class loader. Any thread may call it.
 */
final class PacedLoader extends ClassLoader {
    private static final String AROUND = Paced.class.getPackageName() + ".";

    static {
        registerAsParallelCapable();
    }

    PacedLoader(ClassLoader application) {
        super("paced", application);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.equals(Pace.class.getName())) {
            return Pace.class;
        }
        if (!name.startsWith(AROUND)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream found = Paced.class.getClassLoader().getResourceAsStream(file)) {
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = found.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
