package org.moide.engine;

import java.io.Serializable;
import java.util.function.Function;

/**
 * A {@link Function} that can be sent to another process. A lambda becomes one where a method parameter has this type.
 */
@FunctionalInterface
public interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
