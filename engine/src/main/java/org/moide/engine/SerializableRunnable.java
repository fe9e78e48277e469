package org.moide.engine;

import java.io.Serializable;

/**
 * A {@link Runnable} that can be sent to another process. A lambda becomes one where a method parameter has this type.
 */
@FunctionalInterface
public interface SerializableRunnable extends Runnable, Serializable {}
