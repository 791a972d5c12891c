package dev.facsimile.trace.text.prompt;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How prompts are written.
 *
 * @param seed the seed of the words
 * @param languages languages; each block is in one of them
 * @param counting what the planned length counts
 * @param salt a text whose words stand at the front of every prompt, so that a server that has seen
 *     the same workload without it, or with another, has none of its prefixes
 * @param cold whether every prompt begins with words of its own, so that no two share a prefix
 * @param tenantSalt whether tenants never share a block, even one with the same id
 * @param verifiedShare share of the prompts that are counted again whole, from 0 to 1
 */
public record PromptSettings(
    long seed,
    List<PromptLanguage> languages,
    Counting counting,
    Optional<String> salt,
    boolean cold,
    boolean tenantSalt,
    double verifiedShare) {

  /** The share that is counted again unless asked otherwise. */
  public static final double VERIFIED = 0.01;

  public PromptSettings {
    languages = List.copyOf(languages);
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("no language given, expected at least one");
    }
    if (!(verifiedShare >= 0 && verifiedShare <= 1)) {
      throw new IllegalArgumentException(
          "verified share is " + verifiedShare + ", expected 0 to 1");
    }
  }

  /** English, warm, one prompt in a hundred verified. */
  public static PromptSettings of(long seed, Counting counting) {
    return new PromptSettings(
        seed, List.of(PromptLanguage.EN), counting, Optional.empty(), false, false, VERIFIED);
  }

  /** The same with another share of prompts counted again. */
  public PromptSettings verifying(double share) {
    return new PromptSettings(seed, languages, counting, salt, cold, tenantSalt, share);
  }

  /** The same in other languages. */
  public PromptSettings in(List<PromptLanguage> others) {
    return new PromptSettings(seed, others, counting, salt, cold, tenantSalt, verifiedShare);
  }

  /**
   * From their normal form, among other entries.
   *
   * @throws IllegalArgumentException if an entry is missing or not in that form
   */
  public static PromptSettings of(Map<String, String> normal) {
    return new PromptSettings(
        Long.parseLong(entry(normal, "prompt_seed")),
        Stream.of(entry(normal, "prompt_languages").split(","))
            .map(code -> PromptLanguage.of(code).orElseThrow(IllegalArgumentException::new))
            .toList(),
        Counting.valueOf(entry(normal, "prompt_count").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(normal.get("prompt_salt")),
        Boolean.parseBoolean(entry(normal, "prompt_cold")),
        Boolean.parseBoolean(entry(normal, "prompt_tenant_salt")),
        Double.parseDouble(entry(normal, "prompt_verified_share")));
  }

  private static String entry(Map<String, String> normal, String name) {
    if (!normal.containsKey(name)) {
      throw new IllegalArgumentException("no " + name);
    }
    return normal.get(name);
  }

  /** In a normal form, for manifests and provenance. */
  public SortedMap<String, String> normal() {
    SortedMap<String, String> normal = new TreeMap<>();
    normal.put("prompt_seed", Long.toString(seed));
    normal.put(
        "prompt_languages",
        languages.stream().map(PromptLanguage::code).collect(Collectors.joining(",")));
    normal.put("prompt_count", counting.word());
    salt.ifPresent(text -> normal.put("prompt_salt", text));
    normal.put("prompt_cold", Boolean.toString(cold));
    normal.put("prompt_tenant_salt", Boolean.toString(tenantSalt));
    normal.put("prompt_verified_share", Double.toString(verifiedShare));
    return normal;
  }
}
