/**
 * The batch stages on Spark. The rooms' own code runs inside the tasks; what is here cuts the work
 * into tasks and puts their results together. Spark itself is provided by the cluster.
 */
package dev.facsimile.spark;
