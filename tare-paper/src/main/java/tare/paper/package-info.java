/**
 * The experiments of the paper as data: grids of jobs, a runner that resumes, tables, figures and
 * the page of results.
 */
@NullMarked
package tare.paper;

import org.jspecify.annotations.NullMarked;
