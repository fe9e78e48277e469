/**
 * Light followed through a scene: {@code Tracer} samples pixels (fewer where {@code --adaptive} finds them even),
 * {@code Follower} follows rays, {@code PathFollower} paths. Each belongs to one thread; the {@code World} is made once
 * for an engine and immutable. Pictures are the same bit for bit on every JVM: only operations whose results Java
 * defines exactly, and no order that depends on who computes what.
 */
@NullMarked
package org.moide.samples.programs.raytrace.trace;

import org.jspecify.annotations.NullMarked;
