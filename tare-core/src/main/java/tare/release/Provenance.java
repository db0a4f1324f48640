package tare.release;

import java.time.Instant;

/**
 * What made a release: enough to repeat every public step of it.
 *
 * @param tool the program and its version
 * @param created when the release was made
 * @param generator the generator's name and options in words, for instance "privbayes"
 * @param weights the weight method's name, or "none"
 * @param seed the seed of all public chance (sampling, initial values); privacy noise has none
 */
public record Provenance(
    String tool, Instant created, String generator, String weights, long seed) {}
