package org.moide;

/**
 * The library of tests: the JVM that runs applications has the options that the engines of this build's tests have (see
 * pom.xml).
 */
final class QuickMoide {
    private QuickMoide() {}

    static Moide.Builder builder() {
        String option = System.getenv("MOIDE_JVM_ARG");
        Moide.Builder builder = Moide.builder();
        return option == null || option.isEmpty() ? builder : builder.javaArguments(option);
    }

    /** Returns a builder of one engine with one thread, in the child: an option of engines has it be there. */
    static Moide.Builder inTheChild() {
        return builder().threads(1).option("--power", "own=100");
    }
}
