/**
 * One engine in one run. {@link ComputeEngine} takes commands on one control thread, which owns all state of the
 * engine; an {@code EngineEpoch} is what lasts for one registration: pool, borrower, compute threads, data. The
 * threads of {@code ComputeThreads} run the application's code, and no others here do. What they tell comes back as
 * events of the epoch.
 */
@NullMarked
package org.moide.engine.core;

import org.jspecify.annotations.NullMarked;
