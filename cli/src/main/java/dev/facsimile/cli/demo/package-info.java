/**
 * The demo's production log: made at demo time from a seed, in the shape of a LiteLLM gateway's
 * log, with bursts, sessions, shared system prompts, failures, and with made-up secrets and
 * personal data in the prompts.
 */
package dev.facsimile.cli.demo;
