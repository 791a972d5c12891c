/** Tables as Arrow IPC files, for pandas, polars and whatever else reads them. */
package dev.facsimile.trace.arrow;
