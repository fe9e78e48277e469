/**
 * New projects for users, which {@code moide new} creates from templates: an application with its test and build.
 * {@code NewProject} never overwrites a file.
 */
@NullMarked
package org.moide.command.project;

import org.jspecify.annotations.NullMarked;
