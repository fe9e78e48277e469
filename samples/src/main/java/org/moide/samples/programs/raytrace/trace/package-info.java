/**
 * Follows light through a scene: {@code Tracer} takes samples of pixels (fewer where {@code --adaptive} finds them
 * uniform), {@code Follower} follows rays, and {@code PathFollower} follows paths. Objects of these three classes
 * belong to one thread each; the {@code World} is made once for an engine and is immutable. Pictures are exactly the
 * same on every JVM: only operations whose results Java defines exactly are used, and the order of operations does not
 * depend on threads or engines.
 */
@NullMarked
package org.moide.samples.programs.raytrace.trace;

import org.jspecify.annotations.NullMarked;
