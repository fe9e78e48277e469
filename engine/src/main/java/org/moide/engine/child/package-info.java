/** The main class of a child JVM: joins the process, the object space and the compute engine. */
@NullMarked
package org.moide.engine.child;

import org.jspecify.annotations.NullMarked;
