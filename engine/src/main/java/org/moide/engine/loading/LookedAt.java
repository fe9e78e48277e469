package org.moide.engine.loading;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Checks objects that are passed by reference by the same rule as objects that are sent. For some classes, the first
 * check of an object holds for all objects of the class; these classes are checked only once. Any thread.
 */
final class LookedAt {
    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    /**
     * The greatest depth of nested fields that {@link #isClosed} follows. A class with deeper fields does not count as
     * closed.
     */
    private static final int MOST_LEVELS = 3;

    private static final ClassValue<AtomicBoolean> SEEN = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> type) {
            return new AtomicBoolean();
        }
    };

    private static final ClassValue<Boolean> CLOSED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isClosed(type, 0);
        }
    };

    private LookedAt() {}

    static void by(Object value, int mostObjects) {
        Class<?> type = value.getClass();
        if (PLAIN.contains(type)) {
            return;
        }
        boolean closed = CLOSED.get(type);
        if (closed && SEEN.get(type).get()) {
            return;
        }
        ApplicationCodec.written(value, () -> new Stream(mostObjects, new Met()));
        if (closed) {
            SEEN.get(type).set(true);
        }
    }

    /** The classes and lambdas that a check has found in an object. */
    static final class Met {
        private final Set<Class<?>> classes = new LinkedHashSet<>();
        private final Set<ClassFile.Member> lambdas = new LinkedHashSet<>();
    }

    /** Returns the classes and lambdas in an object. The check ends after {@code mostObjects} objects. */
    static ProgramCodec.Parts parts(Object value, int mostObjects) {
        Met met = new Met();
        ApplicationCodec.written(value, () -> new Stream(mostObjects, met));
        return new ProgramCodec.Parts(met.classes, met.lambdas);
    }

    /**
     * Returns whether a class is closed: the types of its fields leave no choice, so that all of its objects contain
     * objects of the same classes. Then it is enough to check one of them.
     */
    static boolean isClosed(Class<?> type) {
        return CLOSED.get(type);
    }

    private static boolean isClosed(Class<?> type, int level) {
        if (level > MOST_LEVELS) {
            return false;
        }
        for (Class<?> declares = type;
                declares != null && declares != Object.class;
                declares = declares.getSuperclass()) {
            if (Unsendable.isOfTheJdk(declares) && declares != Record.class) {
                return false;
            }
            for (Field field : declares.getDeclaredFields()) { // transient ones too: writeObject may write them
                if (!Modifier.isStatic(field.getModifiers()) && !isClosedField(field.getType(), level)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isClosedField(Class<?> type, int level) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean known = element.isPrimitive() || PLAIN.contains(element) || element.isEnum();
        return known
                || (Modifier.isFinal(element.getModifiers())
                        && !Unsendable.isOfTheJdk(element)
                        && isClosed(element, level + 1));
    }

    /** An object stream that discards its bytes, and throws {@link Enough} after a given number of objects. */
    private static final class Stream extends JdkValues.Output {
        private final Met met;
        private int left;

        Stream(int mostObjects, Met met) throws IOException {
            super(OutputStream.nullOutputStream());
            this.left = mostObjects;
            this.met = met;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) throws IOException {
            left--;
            if (left < 0) {
                throw new Enough();
            }
            if (object instanceof String) {
                return "";
            }
            if (object instanceof SerializedLambda lambda) {
                met.lambdas.add(new ClassFile.Member(
                        lambda.getImplClass(), lambda.getImplMethodName(), lambda.getImplMethodSignature()));
            }
            met.classes.add(object.getClass());
            Class<?> type = object.getClass();
            boolean numbers = type.isArray() && type.getComponentType().isPrimitive();
            return numbers ? Array.newInstance(type.getComponentType(), 0) : object;
        }
    }

    /** Thrown by {@link Stream} to end a check when it has seen enough objects. */
    static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("looked at enough objects");
        }
    }
}
