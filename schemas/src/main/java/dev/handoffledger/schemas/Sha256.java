package dev.handoffledger.schemas;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as the ledger writes it: 64 lower-case hex digits. */
public final class Sha256 {
  private Sha256() {}

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest(bytes));
  }

  public static byte[] digest(byte[]... parts) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }
}
