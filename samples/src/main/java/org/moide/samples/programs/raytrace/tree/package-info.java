/**
 * A tree of boxes around spheres and triangles, with wide nodes, built by all threads, and the walks of single rays and
 * of packets through it. It knows nothing of scenes or materials. Once built it is immutable; {@code Probe} and {@code
 * Packet} belong to one thread each. The hits of a ray are exactly the same on every JVM, for any number of threads
 * that built the tree, alone or in a packet.
 */
@NullMarked
package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.NullMarked;
