/**
 * The report of a run as one page that needs no other file and asks nobody for anything. Pure; what is too large for a
 * page is put together first ({@code Bounded}).
 */
@NullMarked
package org.moide.command.report.html;

import org.jspecify.annotations.NullMarked;
