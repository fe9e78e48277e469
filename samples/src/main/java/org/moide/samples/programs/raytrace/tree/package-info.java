/**
 * A tree of boxes around spheres and triangles, of wide nodes, built by all threads, and the walks of single rays and
 * of packets through it. It knows nothing of scenes or materials. Once built it is immutable; {@code Probe} and
 * {@code Packet} belong to one thread each. A ray meets the same thing bit for bit on every JVM, whoever built the tree
 * and with whomever the ray travels.
 */
@NullMarked
package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.NullMarked;
