/**
 * Follows rays through a scene. Pictures are the same bit for bit on every JVM: only operations whose results Java
 * defines exactly, and no order that depends on who computes what.
 */
@NullMarked
package org.moide.samples.programs.raytrace.trace;

import org.jspecify.annotations.NullMarked;
