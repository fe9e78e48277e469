/**
 * An application's jars and classes: the cache that holds them, the loader that keeps them apart, the codec for its
 * objects. The cache's files are shared by the processes of a host; a loader and a codec belong to one run. Any
 * thread.
 */
@NullMarked
package org.moide.engine.loading;

import org.jspecify.annotations.NullMarked;
