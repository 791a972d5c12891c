/** A user's rules that give each request its class, and each class's share of the traffic. */
package dev.facsimile.ingest.classify;
