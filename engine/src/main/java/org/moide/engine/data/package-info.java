/**
 * The data objects of one engine. They are fetched on threads of their own before the tasks that read them begin, held
 * in memory up to a limit and then on disk, and given to other engines. {@link EngineData} is the control thread's;
 * {@link HeldObjects} is shared with all threads, and has locks of its own.
 */
@NullMarked
package org.moide.engine.data;

import org.jspecify.annotations.NullMarked;
