package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * IPv4 addresses. Four numbers that a version or a release is called by are none; addresses that
 * are the same on every machine (unspecified, loopback, netmask, broadcast) are reported only where
 * words call them an address.
 */
public final class IpDetector implements Detector {
  private static final ContextWords VERSION =
      ContextWords.of(
          "v,ver,version*,release*,build,tag,firmware,revision,rev,upgrade*,update*,patch,section,"
              + "chapter,clause,schema,sdk,driver,chrome,edge,safari,firefox,assembly*,nuget");
  private static final ContextWords VERSION_AFTER =
      ContextWords.of("release*,version*,build,firmware,sdk,snapshot");
  static final ContextWords ADDRESS =
      ContextWords.of(
          "ip,ips,ipv,localhost,loopback,broadcast,private,netmask,default,unspecified,any,addr*,address*,host,from,src,dst,peer,client,server,remote,source,"
              + "connecting,bind,listen*,gateway,dns,subnet,cidr,endereço,dirección,adresse");
  private static final int LOOK = 24;

  @Override
  public String id() {
    return "ipv4";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.digits(1, 3)
            .after((near, far) -> near != '.' && (!Chars.joins(near) || near == 's' && far == 'i'))
            .before((near, far) -> near == '.' && Chars.digit(far)));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (end - start > 3
        || text.at(end) != '.'
        || !Chars.digit(text.at(end + 1))
        || text.at(start - 1) == '.'
        || !Chars.beginsWord(text, start)) {
      return;
    }
    int at = start;
    int[] parts = new int[4];
    for (int i = 0; i < 4; i++) {
      int partEnd = at;
      while (Chars.digit(text.at(partEnd)) && partEnd - at < 4) {
        parts[i] = parts[i] * 10 + text.at(partEnd) - '0';
        partEnd++;
      }
      if (partEnd == at || parts[i] > 255 || text.at(at) == '0' && partEnd - at > 1) {
        return;
      }
      if (i < 3 && text.at(partEnd) != '.') {
        return;
      }
      at = i < 3 ? partEnd + 1 : partEnd;
    }
    if (!continues(text, start, at)) {
      decide(text, start, at, parts, sink);
    }
  }

  private static boolean continues(FoldedText text, int start, int end) {
    char after = text.at(end);
    boolean dotted = after == '.' && Chars.digit(text.at(end + 1));
    boolean suffix = after == '-' && Chars.latin(text.at(end + 1)) || after == '+' || after == '_';
    boolean prefix =
        "=<>~^".indexOf(text.at(start - 1)) >= 0 && "=<>~^!".indexOf(text.at(start - 2)) >= 0;
    return Chars.joins(after) || dotted || suffix || prefix && text.at(start - 1) != 0;
  }

  private static void decide(FoldedText text, int start, int end, int[] parts, FindingSink sink) {
    boolean common =
        parts[0] == 0
            || parts[0] == 127
            || parts[0] == 255
            || parts[0] + parts[1] + parts[2] + parts[3] == 255 + 255 + 255
            || parts[0] < 10 && parts[1] < 30 && parts[2] < 30 && parts[3] < 30;
    if (common && port(text, end) == end && !ADDRESS.before(text, start, LOOK)) {
      return;
    }
    boolean version =
        VERSION.before(text, start, LOOK)
            || text.at(start - 1) == '@'
            || VERSION_AFTER.before(text, end + LOOK, LOOK) && text.at(end) == ' ';
    if (!version || ADDRESS.before(text, start, LOOK) && !VERSION.before(text, start, LOOK / 2)) {
      sink.found(start, port(text, end), "IP_ADDRESS", Confidence.CONTEXTUAL);
    }
  }

  /** The prefix length goes with the address. */
  private static int port(FoldedText text, int end) {
    if (text.at(end) != '/' || !Chars.digit(text.at(end + 1))) {
      return end;
    }
    int at = end + 1;
    while (Chars.digit(text.at(at)) && at - end < 3) {
      at++;
    }
    return Chars.digit(text.at(at)) ? end : at;
  }
}
