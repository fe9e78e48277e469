package org.moide.engine;

import java.io.Serializable;
import java.util.function.BinaryOperator;

/**
 * A {@link BinaryOperator} that can be sent to another process. A lambda becomes one where a method parameter has this
 * type.
 */
@FunctionalInterface
public interface SerializableBinaryOperator<T> extends BinaryOperator<T>, Serializable {}
