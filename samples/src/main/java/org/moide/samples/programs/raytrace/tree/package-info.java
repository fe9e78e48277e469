/**
 * Finds what rays meet among spheres and triangles: a tree of boxes, built by all threads, and walks of single rays and of
 * packets. It knows nothing of scenes or materials. What a ray meets is the same bit for bit on every JVM, whoever built
 * the tree and with whomever the ray travels.
 */
@NullMarked
package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.NullMarked;
