/**
 * The second group of samples: programs of one page, each of which shows one idea: a bag of tasks ({@code Pi}, {@code
 * Queens}), tasks and subtasks ({@code Mandelbrot}), threads that exchange borders ({@code Stencil}), and exactly the
 * same plate computed by workers ({@code Strips}). Each program's state belongs to the compute thread, or the worker,
 * that has it. The package {@code mechanisms} has smaller ones, each of which shows one call of the API.
 */
@NullMarked
package org.moide.samples.primers;

import org.jspecify.annotations.NullMarked;
