package org.moide.engine.loading;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds by which field an object that cannot be serialized is reached, since the JDK names only its class. Looks through
 * fields, arrays and collections, the nearest first.
 */
final class SerializablePath {
    /** The search for a better message may take some milliseconds, not more. */
    private static final int MOST_OBJECTS = 100_000;

    private final String culprit;
    private final Deque<Step> open = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private SerializablePath(String culprit) {
        this.culprit = culprit;
    }

    /** Such as "field scene of Task → field cache of Scene"; empty if it was not found or is the object itself. */
    static String to(Object from, String culprit) {
        return new SerializablePath(culprit).search(from);
    }

    private record Step(Object object, String path) {}

    private String search(Object from) {
        add(from, "");
        while (!open.isEmpty() && seen.size() < MOST_OBJECTS) {
            Step step = open.remove();
            if (step.object().getClass().getName().equals(culprit) && !(step.object() instanceof Serializable)) {
                return step.path();
            }
            expand(step);
        }
        return "";
    }

    private void expand(Step step) {
        Object object = step.object();
        if (object instanceof Object[] array) {
            for (Object element : array) {
                add(element, then(step.path(), "an element"));
            }
        } else if (object instanceof Iterable<?> all && isOfTheJdk(object)) {
            all.forEach(element -> add(element, then(step.path(), "an element")));
        } else if (object instanceof Map<?, ?> map && isOfTheJdk(object)) {
            map.forEach((key, value) -> {
                add(key, then(step.path(), "a key"));
                add(value, then(step.path(), "a value"));
            });
        } else {
            for (Class<?> type = object.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
                expandFields(step, type);
            }
        }
    }

    private void expandFields(Step step, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (field.getType().isPrimitive() || Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
                continue;
            }
            add(valueOf(field, step.object()), then(step.path(), "field " + field.getName() + " of " + type.getName()));
        }
    }

    /** Null also where a class of the JDK does not let us look: its fields are not the application's. */
    private static @Nullable Object valueOf(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException | InaccessibleObjectException closed) {
            return null;
        }
    }

    private void add(@Nullable Object object, String path) {
        if (object != null && seen.add(object)) {
            open.add(new Step(object, path));
        }
    }

    private static boolean isOfTheJdk(Object object) {
        return object.getClass().getClassLoader() == null;
    }

    private static String then(String path, String next) {
        return path.isEmpty() ? next : path + " → " + next;
    }
}
