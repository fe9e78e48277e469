/**
 * The data objects of one engine: fetched on threads of their own before the tasks that read them begin, held in memory
 * up to a limit and then on disk, and given to other engines.
 *
 * <p>{@code EngineData} joins the engine's pool and its {@code DataStore}, on the control thread. Calls that block are
 * made by the threads of {@code DataFetcher}; {@code DataWriter} sends what tasks write to the coordinator, which has
 * it before their loans go home. {@code HeldObjects} owns bytes and decoded objects, under its own lock, and any thread
 * may ask it. What has no room in memory goes to a temporary file that is gone with the process ({@code Spill}).
 */
@NullMarked
package org.moide.engine.data;

import org.jspecify.annotations.NullMarked;
