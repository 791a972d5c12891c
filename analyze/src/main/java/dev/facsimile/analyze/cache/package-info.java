/**
 * Prefix caches without a server: stack distances and hit-ratio curves of LRU caches of every
 * capacity, FIFO caches, an infinite cache. They know block ids only, nothing of requests.
 */
package dev.facsimile.analyze.cache;
