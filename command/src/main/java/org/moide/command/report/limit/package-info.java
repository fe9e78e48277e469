/**
 * The rules that find what limited a run, and what its user can change. They see the figures of the report, never the
 * application. An instance is for one report.
 */
@NullMarked
package org.moide.command.report.limit;

import org.jspecify.annotations.NullMarked;
