/**
 * New projects for users, made from templates by {@code moide new}: an application with its test and build.
 * {@code NewProject} never overwrites a file.
 */
@NullMarked
package org.moide.command.project;

import org.jspecify.annotations.NullMarked;
