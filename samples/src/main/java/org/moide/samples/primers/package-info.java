/**
 * The second step of the ladder of samples: programs of one page that show one idea each. A bag of tasks ({@code Pi},
 * {@code Queens}), tasks and subtasks ({@code Mandelbrot}), threads that exchange borders ({@code Stencil}), and
 * exactly the same plate with workers ({@code Strips}). Each program's state belongs to the compute thread, or the
 * worker, that has it.
 */
@NullMarked
package org.moide.samples.primers;

import org.jspecify.annotations.NullMarked;
