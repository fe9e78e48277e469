package org.moide.engine;

import java.io.Serializable;

/**
 * A function of whole numbers that can be sent to another process. Its code may throw checked exceptions. A lambda
 * becomes one where a method parameter has this type.
 */
@FunctionalInterface
public interface SerializableIntFunction<R> extends Serializable {
    /** Applies the function. */
    R apply(int value) throws Exception;
}
