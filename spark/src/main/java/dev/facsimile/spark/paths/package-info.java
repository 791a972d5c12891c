/** Any file system that Spark reads, as Java's own paths, which all rooms read and write. */
package dev.facsimile.spark.paths;
