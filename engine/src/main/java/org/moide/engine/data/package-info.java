/** The data objects of one engine: fetched on threads of their own before the tasks that read them begin. */
@NullMarked
package org.moide.engine.data;

import org.jspecify.annotations.NullMarked;
