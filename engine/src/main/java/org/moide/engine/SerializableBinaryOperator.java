package org.moide.engine;

import java.io.Serializable;
import java.util.function.BinaryOperator;

/** A {@link BinaryOperator} that can be sent: a lambda is one where a method takes it. */
@FunctionalInterface
public interface SerializableBinaryOperator<T> extends BinaryOperator<T>, Serializable {}
