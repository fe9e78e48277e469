package org.moide.samples.programs.genetic;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.function.ToDoubleFunction;
import org.moide.engine.UsageException;

/** Loads a user's own fitness function by the name of its class. */
final class FitnessClass {
    private static final String EXPECTED = "a public class with a public constructor without parameters that implements"
            + " java.util.function.ToDoubleFunction<double[]>";

    private FitnessClass() {}

    /**
     * Returns an object of the class.
     *
     * @throws UsageException if the class is not a fitness function; the message says what was expected
     */
    @SuppressWarnings("unchecked") // checked by takesGenes
    static ToDoubleFunction<double[]> load(String name, ClassLoader classes) {
        Class<?> found;
        try {
            found = Class.forName(name, true, classes);
        } catch (ClassNotFoundException | NoClassDefFoundError missing) {
            throw new UsageException("--fitness: expected " + EXPECTED + ", found no class '" + name
                    + "' on the class path (moide run --classpath)");
        } catch (LinkageError broken) {
            throw new UsageException("--fitness: cannot load " + name + ": " + broken);
        }
        if (!ToDoubleFunction.class.isAssignableFrom(found) || !takesGenes(found)) {
            throw new UsageException("--fitness: expected " + EXPECTED + ", found " + name + ", which does not");
        }
        if (!Modifier.isPublic(found.getModifiers()) || Modifier.isAbstract(found.getModifiers())) {
            throw new UsageException("--fitness: expected " + EXPECTED + ", found that " + name + " is "
                    + Modifier.toString(found.getModifiers()).strip());
        }
        try {
            return (ToDoubleFunction<double[]>) found.getConstructor().newInstance();
        } catch (InvocationTargetException thrown) {
            throw new UsageException("--fitness: the constructor of " + name + " threw " + thrown.getCause());
        } catch (ReflectiveOperationException none) {
            throw new UsageException(
                    "--fitness: expected " + EXPECTED + ", found that " + name + " has no such constructor");
        }
    }

    /**
     * Returns whether a class has a function of genes. If the class says which type its function takes, that type must
     * be an array of doubles.
     */
    private static boolean takesGenes(Class<?> found) {
        for (Type type : found.getGenericInterfaces()) {
            if (type instanceof ParameterizedType parameterized
                    && parameterized.getRawType() == ToDoubleFunction.class
                    && parameterized.getActualTypeArguments()[0] instanceof Class<?> argument) {
                return argument.isAssignableFrom(double[].class);
            }
        }
        return true;
    }
}
