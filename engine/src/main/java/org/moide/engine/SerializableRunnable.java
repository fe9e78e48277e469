package org.moide.engine;

import java.io.Serializable;

/** A {@link Runnable} that can be sent: a lambda is one where a method takes it. */
@FunctionalInterface
public interface SerializableRunnable extends Runnable, Serializable {}
