/** An application's jars and classes: the cache that holds them, the loader that keeps them apart, the codec for its objects. */
@NullMarked
package org.moide.engine.loading;

import org.jspecify.annotations.NullMarked;
