package org.moide.engine;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** A {@link Callable} that can be sent: a lambda is one where a method takes it. */
@FunctionalInterface
public interface SerializableCallable<T> extends Callable<T>, Serializable {}
