/**
 * The rules that find what limited a run, and what its user can change: they see the figures of its report and never
 * the application. Pure; an instance is for one report.
 */
@NullMarked
package org.moide.command.report.limit;

import org.jspecify.annotations.NullMarked;
