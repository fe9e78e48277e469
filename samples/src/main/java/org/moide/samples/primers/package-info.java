/**
 * The second step of the ladder: programs that show one idea each on one page. A bag of tasks ({@code Pi},
 * {@code Queens}), tasks and subtasks ({@code Mandelbrot}), threads that exchange borders ({@code Stencil}), and the
 * same plate as workers ({@code Strips}), bit for bit. Each program's state belongs to the compute thread, or the
 * worker, that has it.
 */
@NullMarked
package org.moide.samples.primers;

import org.jspecify.annotations.NullMarked;
