/**
 * Follows light through a scene: {@code Tracer} takes samples of pixels (fewer where {@code --adaptive} finds them
 * uniform), {@code Follower} follows rays, {@code PathFollower} paths. Each belongs to one thread; the {@code World} is
 * made once for an engine and immutable. Pictures are exactly the same on every JVM: only operations whose results Java
 * defines exactly are used, and no order depends on threads or engines.
 */
@NullMarked
package org.moide.samples.programs.raytrace.trace;

import org.jspecify.annotations.NullMarked;
