package org.moide.engine;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A {@link Comparator} that can be sent to another process. A lambda becomes one where a method parameter has this
 * type.
 */
@FunctionalInterface
public interface SerializableComparator<T> extends Comparator<T>, Serializable {}
