package org.moide.engine.loading;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path of fields to an object that cannot be serialized, because the JDK's exception names only its class. It
 * searches fields, arrays and collections breadth-first.
 */
final class SerializablePath {
    /** The greatest number of objects that are searched, so that the search takes some milliseconds at most. */
    private static final int MOST_OBJECTS = 100_000;

    private final Predicate<Object> culprit;
    private final Deque<Step> open = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private SerializablePath(Predicate<Object> culprit) {
        this.culprit = culprit;
    }

    /** Returns the nearest object that {@code culprit} accepts, with the path to it; null if none was found. */
    static @Nullable Step to(Object from, Predicate<Object> culprit) {
        return new SerializablePath(culprit).search(from);
    }

    /**
     * An object and the path of fields to it.
     *
     * @param path such as "field scene of Task → field cache of Scene"; empty for the object where the search began
     */
    record Step(Object object, String path) {}

    private @Nullable Step search(Object from) {
        add(from, "");
        while (!open.isEmpty() && seen.size() < MOST_OBJECTS) {
            Step step = open.remove();
            if (culprit.test(step.object())) {
                return step;
            }
            expand(step);
        }
        return null;
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
            add(valueOf(field, step.object()), then(step.path(), words(field, step.object())));
        }
    }

    /**
     * Returns the values of an object's fields, by a description of the path to each. If {@code levels} is above 1, the
     * values of these objects' fields are included too, and so on for that number of levels. Fields of the JDK's
     * classes are not followed.
     */
    static Map<String, @Nullable Object> parts(Object of, int levels) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        addParts(of, "", levels, parts);
        return parts;
    }

    private static void addParts(Object of, String before, int levels, Map<String, @Nullable Object> parts) {
        for (Class<?> type = of.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers())) {
                    continue;
                }
                Object value = valueOf(field, of);
                String path = then(before, words(field, of));
                while (parts.containsKey(path)) {
                    path += " (another)";
                }
                parts.put(path, value);
                if (levels > 1 && value != null && !Unsendable.isOfTheJdk(value.getClass())) {
                    addParts(value, path, levels - 1, parts);
                }
            }
        }
    }

    /**
     * Returns a field as text for the user. Fields that the compiler adds have no name in the source, so their meaning
     * is described.
     */
    private static String words(Field field, Object of) {
        String name = field.getName();
        Class<?> type = field.getDeclaringClass();
        if (Unsendable.isLambda(type)) {
            return captured(name, of);
        }
        if (field.isSynthetic() && name.startsWith("this$")) {
            return "the object around " + type.getName();
        }
        if (field.isSynthetic() && name.startsWith("val$")) {
            return "captured variable " + name.substring("val$".length()) + " of " + type.getName();
        }
        return "field " + name + " of " + type.getName();
    }

    /**
     * Returns the text for a variable that a lambda captures. Its name is known only if the code was compiled with
     * {@code -parameters}.
     */
    private static String captured(String field, Object lambda) {
        SerializedLambda described = described(lambda);
        if (described == null || !field.matches("arg\\$\\d{1,3}")) {
            return "a captured variable";
        }
        int index = Integer.parseInt(field.substring("arg$".length())) - 1;
        boolean isStatic = described.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
        boolean isLambda = described.getImplMethodName().startsWith("lambda$");
        if (index == 0 && !isStatic) {
            return isLambda ? "the object in whose method the lambda is written (this)" : "the object before ::";
        }
        return parameters(described, lambda).stream()
                .skip(isStatic ? index : index - 1L)
                .findFirst()
                .filter(Parameter::isNamePresent)
                .map(parameter -> "captured variable " + parameter.getName())
                .orElse("a captured variable");
    }

    private static @Nullable SerializedLambda described(Object lambda) {
        try {
            Method replaces = lambda.getClass().getDeclaredMethod("writeReplace");
            replaces.setAccessible(true);
            return replaces.invoke(lambda) instanceof SerializedLambda found ? found : null;
        } catch (ReflectiveOperationException | RuntimeException inaccessible) {
            return null;
        }
    }

    private static List<Parameter> parameters(SerializedLambda described, Object lambda) {
        try {
            ClassLoader loader = lambda.getClass().getClassLoader();
            Class<?> type = Class.forName(described.getImplClass().replace('/', '.'), false, loader);
            MethodType signature = MethodType.fromMethodDescriptorString(described.getImplMethodSignature(), loader);
            return List.of(type.getDeclaredMethod(described.getImplMethodName(), signature.parameterArray())
                    .getParameters());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException unknown) {
            return List.of();
        }
    }

    /** Returns the value of a field; null if a class of the JDK does not allow access. */
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
