/** Keys and certificates from files, for the client's side of TLS and the simulated server's. */
package dev.facsimile.replay.tls;
