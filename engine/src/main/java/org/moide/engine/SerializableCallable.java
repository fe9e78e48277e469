package org.moide.engine;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * A {@link Callable} that can be sent to another process. A lambda becomes one where a method parameter has this type.
 */
@FunctionalInterface
public interface SerializableCallable<T> extends Callable<T>, Serializable {}
