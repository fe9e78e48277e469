/**
 * A recorded run once more, step by step, and the bundle of files by which another person finds out what happened in
 * it.
 *
 * <p>{@code RunReplay} makes the core again and steps it through what was recorded; where the number of what the core
 * wants done is another, something decides by chance or by what no event tells. {@code RunBundle} holds nothing that
 * the application computed, printed or was told. One thread.
 */
@NullMarked
package org.moide.coordinator.run.replay;

import org.jspecify.annotations.NullMarked;
