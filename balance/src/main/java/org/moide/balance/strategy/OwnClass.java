package org.moide.balance.strategy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** A factory for users' own strategies, which it instantiates by class name. */
public final class OwnClass {
    private OwnClass() {}

    /**
     * Makes an object of the class.
     *
     * @param name the class's name
     * @param type the interface that it must implement
     * @param setup the argument of its constructor, if it takes one
     * @param application the loader that finds the class; null if there is none
     * @throws IllegalArgumentException if the class is missing or cannot be instantiated; the message says what is
     *     expected
     */
    public static <T> T make(String name, Class<T> type, Object setup, @Nullable ClassLoader application) {
        if (application == null) {
            throw new IllegalArgumentException(
                    "strategy class " + name + ": expected an application whose jar holds it, found none");
        }
        try {
            Class<?> found = Class.forName(name, true, application);
            if (!type.isAssignableFrom(found)) {
                throw new IllegalArgumentException(
                        "strategy class " + name + ": expected it to implement " + type.getName());
            }
            return type.cast(made(found, setup));
        } catch (ClassNotFoundException unknown) {
            throw new IllegalArgumentException(
                    "there is no strategy class \"" + name + "\" in the application's jar or class path", unknown);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof IllegalArgumentException wrong) {
                throw wrong;
            }
            throw new IllegalArgumentException(
                    "strategy class " + name + ": its constructor threw " + thrown.getCause(), thrown);
        } catch (ReflectiveOperationException | LinkageError unusable) {
            throw new IllegalArgumentException(
                    "strategy class " + name + ": expected a public class with a public constructor that takes a "
                            + setup.getClass().getSimpleName() + " or nothing, found " + unusable,
                    unusable);
        }
    }

    private static Object made(Class<?> type, Object setup) throws ReflectiveOperationException {
        for (Constructor<?> constructor : type.getConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == setup.getClass()) {
                return constructor.newInstance(setup);
            }
        }
        return type.getConstructor().newInstance();
    }
}
