/**
 * A tree of boxes around spheres and triangles, with wide nodes, built by all threads, and the walks of single rays and
 * of packets through it. The code here knows nothing of scenes or materials. Once a tree is built, it is immutable; a
 * {@code Probe} or a {@code Packet} belongs to one thread. What a ray hits is exactly the same on every JVM, for any
 * number of threads that built the tree, and whether the ray is followed alone or in a packet.
 */
@NullMarked
package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.NullMarked;
