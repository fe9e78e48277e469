package org.moide.engine;

import java.io.Serializable;
import java.util.function.Function;

/** A {@link Function} that can be sent: a lambda is one where a method takes it. */
@FunctionalInterface
public interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
