/**
 * The data objects of one engine. They are fetched before the tasks that read them begin, kept in memory up to a limit
 * and then on disk, and sent to other engines.
 *
 * <p>{@code EngineData} connects the engine's pool and its {@code DataStore}, on the control thread. The threads of
 * {@code DataFetcher} make blocking calls. {@code DataWriter} sends objects that tasks write to the coordinator, before
 * it gets the tasks' results. {@code HeldObjects} owns bytes and decoded values, and any thread may use it.
 * {@code Spill} writes objects that do not fit into memory to a temporary file.
 */
@NullMarked
package org.moide.engine.data;

import org.jspecify.annotations.NullMarked;
